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

/** The open connections, by number and by identity. */
export class RadSecConnections {
  readonly #byNumber = new Map<number, RadSecConnection>();
  readonly #byIdentity = new Map<string, Set<RadSecConnection>>();
  readonly #waits: Waits;
  #lastNumber = 0;

  constructor(waits: Waits = {}) {
    this.#waits = { ...WAITS, ...waits };
  }

  get size(): number {
    return this.#byNumber.size;
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

  /** One more of an identity that has too many takes the place of the one that has been idle longest. */
  add(connection: RadSecConnection): void {
    const { number, identity } = connection;
    const others = this.#byIdentity.get(identity) ?? new Set();
    this.#byIdentity.set(identity, others);
    if (others.size >= MAX_OF_IDENTITY)
      [...others].sort((one, other) => one.activeAt - other.activeAt)[0]?.close('too-many');
    others.add(connection);
    this.#byNumber.set(number, connection);
  }

  remove(connection: RadSecConnection): void {
    const { number, identity } = connection;
    this.#byNumber.delete(number);
    const others = this.#byIdentity.get(identity);
    others?.delete(connection);
    if (others?.size === 0) this.#byIdentity.delete(identity);
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
