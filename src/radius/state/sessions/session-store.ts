import { PackedSessions } from './packed-sessions.ts';
import { type EndedSession, type HeldSession, heldOf, isSame, type OpenSession } from './session.ts';

/** Half the number of sessions that are objects at most, some 300 MB in all. */
const OBJECTS = 250_000;
/** Each session that is put packs so many earlier ones: fewer would let the objects grow, many would hold up packets. */
const PACKED_AT_ONCE = 2;

type Sessions = Map<number, HeldSession & { seenAt: number }>;

/**
 * A session of each service, the only one of nearly all. The latest are objects, as fast as can be; beyond some number, the
 * earlier ones are packed, a few at a time.
 */
export class SessionStore {
  readonly #objects: number;
  #young: Sessions = new Map();
  /** Those that were young before, on their way into `#packed`, and how far that has come. */
  #ageing: Sessions = new Map();
  #toPack = this.#ageing.values();
  readonly #packed = new PackedSessions();
  /** The services of each NAS whose sessions are objects. */
  readonly #servicesOf = new Map<number, Set<number>>();
  #revision = 0;

  constructor({ objects = OBJECTS } = {}) {
    this.#objects = objects;
  }

  get size(): number {
    return this.#young.size + this.#ageing.size + this.#packed.size;
  }

  /** Octets outside the JavaScript heap, used or not. */
  get octets(): number {
    return this.#packed.octets;
  }

  get(serviceId: number): HeldSession | undefined {
    return this.#objectOf(serviceId) ?? this.#packed.get(serviceId);
  }

  /** Changes whenever another session is put; 0 while the service has none. */
  revisionOf(serviceId: number): number {
    return this.#objectOf(serviceId)?.revision ?? this.#packed.revisionOf(serviceId);
  }

  /** Of no other session of late. */
  nextRevision(): number {
    this.#revision = (this.#revision + 1) & 0x7fffffff || 1;
    return this.#revision;
  }

  /** Puts the session in place of the service's. Returns its revision. */
  put(session: OpenSession): number {
    const { serviceId, nasId } = session;
    const before = this.#objectOf(serviceId);
    if (!before) this.#packed.remove(serviceId);
    if (before?.nasId !== nasId) {
      if (before) this.#leaveNas(before);
      this.#joinNas(nasId, serviceId);
    }
    const revision = this.nextRevision();
    this.#ageing.delete(serviceId);
    this.#young.set(serviceId, heldOf(session, revision));
    this.#age();
    return revision;
  }

  /** A packet has come about this session. False if it is not the service's. */
  touch(session: OpenSession): boolean {
    const held = this.#objectOf(session.serviceId);
    if (!held) return this.#packed.touch(session);
    if (!isSame(held, session)) return false;
    if (session.seenAt > held.seenAt) held.seenAt = session.seenAt;
    return true;
  }

  remove(serviceId: number): void {
    const held = this.#objectOf(serviceId);
    if (!held) {
      this.#packed.remove(serviceId);
      return;
    }
    this.#leaveNas(held);
    this.#young.delete(serviceId);
    this.#ageing.delete(serviceId);
  }

  /** Removes the session if it is still the service's. */
  removeEnded(session: EndedSession): void {
    if (session.serviceId === null) return;
    const held = this.#objectOf(session.serviceId);
    if (!held) this.#packed.removeEnded(session);
    else if (isSame(held, session)) this.remove(session.serviceId);
  }

  /** Removes the sessions of a NAS that began at this time or before. Returns their services. */
  removeOfNas(nasId: number, beganBy: number): number[] {
    const services = [...(this.#servicesOf.get(nasId) ?? [])].filter(
      (serviceId) => (this.#objectOf(serviceId)?.startedAt ?? Number.POSITIVE_INFINITY) <= beganBy,
    );
    for (const serviceId of services) this.remove(serviceId);
    return [...services, ...this.#packed.removeOfNas(nasId, beganBy)];
  }

  #objectOf(serviceId: number): (HeldSession & { seenAt: number }) | undefined {
    return this.#young.get(serviceId) ?? this.#ageing.get(serviceId);
  }

  #age(): void {
    for (let count = 0; count < PACKED_AT_ONCE; count++) {
      const { value: session } = this.#toPack.next();
      if (!session) break;
      this.#ageing.delete(session.serviceId);
      this.#leaveNas(session);
      this.#packed.add(session);
    }
    if (this.#young.size < this.#objects || this.#ageing.size > 0) return;
    this.#ageing = this.#young;
    this.#toPack = this.#ageing.values();
    this.#young = new Map();
  }

  #joinNas(nasId: number, serviceId: number): void {
    const services = this.#servicesOf.get(nasId);
    if (services) services.add(serviceId);
    else this.#servicesOf.set(nasId, new Set([serviceId]));
  }

  #leaveNas({ nasId, serviceId }: HeldSession): void {
    const services = this.#servicesOf.get(nasId);
    services?.delete(serviceId);
    if (services?.size === 0) this.#servicesOf.delete(nasId);
  }
}
