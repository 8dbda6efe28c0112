import { HashIndex } from '../memory/hash-index.ts';
import { idHash } from '../memory/id-hash.ts';
import { Slab } from '../memory/slab.ts';
import { NasLists } from './nas-lists.ts';
import { type EndedSession, type HeldSession, heldOf, type OpenSession } from './session.ts';
import { acctSessionIdIn, octetsOf, textsIn } from './session-octets.ts';

/** Most sessions fit in two blocks. */
const BLOCK_OCTETS = 80;

// The words of a session's first block; word 0 is the slab's.
const NEXT_BY_SERVICE = 1;
const SERVICE = 2;
const NAS = 3;
const EARLIER = 4; // session of the same NAS
const LATER = 5;
/** Milliseconds, in two halves. */
const SEEN_LOW = 6;
const SEEN_HIGH = 7;
const REVISION = 8;
/** The block of the session that it replaces, which is found only from here. */
const REPLACES = 9;
const LENGTH = 10;
/** Seconds, rounded up, so that no session seems to have begun before it did. */
const STARTED = 11;
/** Where the octets begin. */
const OCTETS = 48;

const HALF = 2 ** 32;

/**
 * Sessions of services as octets outside the JavaScript heap: there may be millions, of which the garbage collector must see
 * nothing. Those of a NAS are linked, so that a NAS that restarts costs no more than it has sessions.
 */
export class PackedSessions {
  readonly #slab = new Slab({ blockOctets: BLOCK_OCTETS });
  readonly #byService = new HashIndex(this.#slab, {
    next: NEXT_BY_SERVICE,
    hashOf: (block) => idHash(this.#word(block, SERVICE)),
  });
  readonly #ofNas = new NasLists(this.#slab, { nas: NAS, earlier: EARLIER, later: LATER });

  get size(): number {
    return this.#byService.size;
  }

  /** Octets of memory taken, used or not. */
  get octets(): number {
    return this.#slab.octets;
  }

  get(serviceId: number): HeldSession | undefined {
    const block = this.#find(serviceId);
    return block === 0 ? undefined : heldOf(this.#read(block), this.#word(block, REVISION));
  }

  /** 0 while the service has no session here. */
  revisionOf(serviceId: number): number {
    const block = this.#find(serviceId);
    return block === 0 ? 0 : this.#word(block, REVISION);
  }

  /** Adds the session of a service that has none here. */
  add(session: HeldSession): void {
    const block = this.#slab.allocate();
    this.#write(block, session);
    this.#slab.set(block, REVISION, session.revision);
    this.#ofNas.add(block);
    this.#byService.add(block, idHash(session.serviceId));
  }

  /** A packet has come about this session. False if it is not the service's. */
  touch(session: OpenSession): boolean {
    const block = this.#findSame(session);
    if (block !== 0 && session.seenAt > this.#seenAt(block)) this.#see(block, session.seenAt);
    return block !== 0;
  }

  remove(serviceId: number): void {
    const block = this.#find(serviceId);
    if (block === 0) return;
    this.#byService.remove(block);
    this.#ofNas.remove(block);
    const replaced = this.#word(block, REPLACES);
    if (replaced !== 0) this.#slab.free(replaced);
    this.#slab.free(block);
  }

  /** Removes the session if it is still the service's. */
  removeEnded(session: EndedSession): void {
    if (session.serviceId !== null && this.#findSame(session) !== 0) this.remove(session.serviceId);
  }

  /** Removes the sessions of a NAS that began at this time or before. Returns their services. */
  removeOfNas(nasId: number, beganBy: number): number[] {
    const services: number[] = [];
    for (let block = this.#ofNas.latest(nasId); block !== 0; block = this.#ofNas.before(block))
      if (this.#startedAt(block) <= beganBy) services.push(this.#word(block, SERVICE));
    for (const serviceId of services) this.remove(serviceId);
    return services;
  }

  #write(block: number, session: OpenSession): void {
    const { replaces } = session;
    const replaced = replaces === null ? 0 : this.#slab.allocate();
    if (replaces !== null) this.#write(replaced, { ...replaces, replaces: null });
    this.#slab.set(block, SERVICE, session.serviceId);
    this.#slab.set(block, NAS, session.nasId);
    this.#see(block, session.seenAt);
    this.#slab.set(block, STARTED, Math.max(0, Math.ceil(session.startedAt / 1000)));
    this.#slab.set(block, REPLACES, replaced);
    const octets = octetsOf(session);
    this.#slab.set(block, LENGTH, octets.length);
    this.#slab.write(block, OCTETS, octets);
  }

  #read(block: number): OpenSession {
    const replaced = this.#word(block, REPLACES);
    return {
      serviceId: this.#word(block, SERVICE),
      nasId: this.#word(block, NAS),
      startedAt: this.#startedAt(block),
      seenAt: this.#seenAt(block),
      replaces: replaced === 0 ? null : this.#read(replaced),
      ...textsIn(this.#octets(block)),
    };
  }

  #octets(block: number): Buffer {
    return this.#slab.read(block, OCTETS, this.#word(block, LENGTH));
  }

  #startedAt(block: number): number {
    return (this.#word(block, STARTED) >>> 0) * 1000;
  }

  #seenAt(block: number): number {
    return this.#word(block, SEEN_HIGH) * HALF + (this.#word(block, SEEN_LOW) >>> 0);
  }

  #see(block: number, seenAt: number): void {
    this.#slab.set(block, SEEN_LOW, seenAt % HALF);
    this.#slab.set(block, SEEN_HIGH, seenAt / HALF);
  }

  #find(serviceId: number): number {
    return this.#byService.find(idHash(serviceId), (block) => this.#word(block, SERVICE) === serviceId);
  }

  #findSame({ serviceId, nasId, acctSessionId }: EndedSession | OpenSession): number {
    const block = serviceId === null ? 0 : this.#find(serviceId);
    if (block === 0 || this.#word(block, NAS) !== nasId) return 0;
    return acctSessionIdIn(this.#octets(block)) === acctSessionId ? block : 0;
  }

  #word(block: number, word: number): number {
    return this.#slab.get(block, word);
  }
}
