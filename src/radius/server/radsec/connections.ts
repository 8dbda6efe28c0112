import type { RadiusVersion } from '../../../config/radsec.ts';
import type { Closing, RadSecConnection } from './connection.ts';

/** A NAS that restarts leaves connections behind, which the node notices much later. */
const MAX_OF_IDENTITY = 16;
const MAX_NUMBER = 0x7f_ffff;

/** How long a peer may keep us waiting, in milliseconds. */
export type Waits = Readonly<Partial<Record<Closing, number>>>;

const WAITS: Waits = {
  idle: 30 * 60_000,
  incomplete: 20_000,
  'not-reading': 20_000,
};

/** The open connections, by number, by identity and by ISP. */
export class RadSecConnections {
  readonly #byNumber = new Map<number, RadSecConnection>();
  readonly #byIdentity = new Map<string, Set<RadSecConnection>>();
  readonly #byIsp = new Map<number | null, Set<RadSecConnection>>();
  readonly #waits: Waits;
  #lastNumber = 0;

  constructor(waits: Waits = {}) {
    this.#waits = { ...WAITS, ...waits };
  }

  get size(): number {
    return this.#byNumber.size;
  }

  countOf(version: RadiusVersion): number {
    return [...this.#byNumber.values()].filter((connection) => connection.version === version).length;
  }

  all(): Iterable<RadSecConnection> {
    return this.#byNumber.values();
  }

  get(number: number): RadSecConnection | undefined {
    return this.#byNumber.get(number);
  }

  /** The connection of this identity that was active last. */
  lastActive(identity: string): RadSecConnection | undefined {
    return [...(this.#byIdentity.get(identity) ?? [])]
      .filter(({ isOpen }) => isOpen)
      .reduce<RadSecConnection | undefined>(
        (best, each) => (best && best.activeAt > each.activeAt ? best : each),
        undefined,
      );
  }

  freeNumber(): number {
    do this.#lastNumber = this.#lastNumber >= MAX_NUMBER ? 1 : this.#lastNumber + 1;
    while (this.#byNumber.has(this.#lastNumber));
    return this.#lastNumber;
  }

  /**
   * Whether one more of the ISP may be added where `most` are allowed. If there are as many, the ISP with the most gives up the
   * one that has been idle longest, unless it is this one, or has hardly more: no tenant takes the connections of the others.
   */
  makeRoom(most: number, ispId: number | null): boolean {
    if (this.size < most) return true;
    const own = this.#byIsp.get(ispId)?.size ?? 0;
    const [largest = new Set<RadSecConnection>()] = [...this.#byIsp.values()].sort(
      (one, other) => other.size - one.size,
    );
    const idlest = largest.size > own + 1 ? idlestOf(largest) : undefined;
    if (idlest === undefined) return false;
    // Its socket closes later.
    this.remove(idlest);
    idlest.close('too-many');
    return true;
  }

  /** One more of an identity that has too many takes the place of the one that has been idle longest. */
  add(connection: RadSecConnection): void {
    const { number, identity, ispId } = connection;
    const others = this.#byIdentity.get(identity) ?? new Set();
    if (others.size >= MAX_OF_IDENTITY) idlestOf(others)?.close('too-many');
    this.#byIdentity.set(identity, others.add(connection));
    this.#byIsp.set(ispId, (this.#byIsp.get(ispId) ?? new Set()).add(connection));
    this.#byNumber.set(number, connection);
  }

  remove(connection: RadSecConnection): void {
    const { number, identity, ispId } = connection;
    this.#byNumber.delete(number);
    removeFrom(this.#byIdentity, identity, connection);
    removeFrom(this.#byIsp, ispId, connection);
  }

  /** Closes those with a certificate that has one of these serial numbers. Returns how many. */
  closeRevoked(serials: ReadonlySet<string>): number {
    const revoked = [...this.#byNumber.values()].filter((connection) => connection.hasSerialIn(serials));
    for (const connection of revoked) connection.close('revoked');
    return revoked.length;
  }

  /** Closes those that keep us waiting for too long, and those whose identity is no longer known. */
  sweep(isKnown: (identity: string) => boolean): void {
    const now = performance.now();
    for (const connection of [...this.#byNumber.values()]) {
      const { cause, at } = connection.stall();
      if (!isKnown(connection.identity)) connection.close('identity');
      else if (now - at > (this.#waits[cause] ?? 0)) connection.close(cause);
    }
  }
}

function idlestOf(connections: ReadonlySet<RadSecConnection>): RadSecConnection | undefined {
  let idlest: RadSecConnection | undefined;
  for (const each of connections) if (idlest === undefined || each.activeAt < idlest.activeAt) idlest = each;
  return idlest;
}

function removeFrom<K>(groups: Map<K, Set<RadSecConnection>>, key: K, connection: RadSecConnection): void {
  const group = groups.get(key);
  group?.delete(connection);
  if (group?.size === 0) groups.delete(key);
}
