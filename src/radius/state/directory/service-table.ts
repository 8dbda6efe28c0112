import { HashIndex } from '../memory/hash-index.ts';
import { idHash } from '../memory/id-hash.ts';
import { seededTextHash } from '../memory/seeded-hash.ts';
import { Slab } from '../memory/slab.ts';
import type { ServiceFacts } from './service.ts';
import { octetsOf, type Shared, serviceOf } from './service-octets.ts';
import { ownLimitOf } from './session-limit.ts';

/** Most services fit in one block. */
const BLOCK_OCTETS = 160;

// The words of a service's first block; word 0 is the slab's.
const NEXT_BY_ID = 1;
const NEXT_BY_NAME = 2;
const ID = 3;
const ISP = 4;
const NAME_HASH = 5;
/** The reload of all services that read it last. */
const GENERATION = 6;
/** Of the octets, and in the high byte `ownLimitOf`. */
const LENGTH = 7;
const LENGTH_BITS = 24;
/** Where the octets begin. */
const OCTETS = 32;
/** The id of the plan is the first of the octets. */
const PLAN = OCTETS / 4;

/**
 * Services as octets outside the JavaScript heap, found by id and by ISP and name: there may be ten million, of which the
 * garbage collector must see nothing. A service is the number of its block; 0 is none.
 */
export class ServiceTable {
  readonly #shared: Shared;
  readonly #slab = new Slab({ blockOctets: BLOCK_OCTETS });
  readonly #byId = new HashIndex(this.#slab, { next: NEXT_BY_ID, hashOf: (block) => idHash(this.idOf(block)) });
  readonly #byName = new HashIndex(this.#slab, { next: NEXT_BY_NAME, hashOf: (block) => this.#word(block, NAME_HASH) });

  constructor(shared: Shared) {
    this.#shared = shared;
  }

  get size(): number {
    return this.#byId.size;
  }

  /** Octets of memory taken, used or not. */
  get octets(): number {
    return this.#slab.octets;
  }

  /** All services are in buckets of this number; a service that is added may move others to later buckets. */
  get buckets(): number {
    return this.#byId.buckets;
  }

  servicesIn(bucket: number): number[] {
    return this.#byId.blocksIn(bucket);
  }

  find(id: number): number {
    return this.#byId.find(idHash(id), (block) => this.idOf(block) === id);
  }

  /** The latest service of the ISP that may have the name, and has it, as `isNamed` tells. */
  findByName(
    { ispId, key }: { readonly ispId: number; readonly key: string },
    isNamed: (block: number) => boolean,
  ): number {
    const hash = seededTextHash(ispId, key);
    return this.#byName.find(
      hash,
      (block) => this.#word(block, NAME_HASH) === hash && this.#word(block, ISP) === ispId && isNamed(block),
    );
  }

  idOf(block: number): number {
    return this.#word(block, ID);
  }

  generationOf(block: number): number {
    return this.#word(block, GENERATION);
  }

  /** As `sessionLimitOf` of the service, which need not be read. */
  sessionLimitOf(block: number): number {
    const own = this.#word(block, LENGTH) >>> LENGTH_BITS;
    return own || (this.#shared.plan(this.planIdOf(block))?.sessionLimit ?? 1);
  }

  planIdOf(block: number): number {
    return this.#word(block, PLAN);
  }

  read(block: number): ServiceFacts {
    const id = this.idOf(block);
    const isp = this.#shared.isp(this.#word(block, ISP));
    if (!isp) throw new Error(`the ISP of service ${id} is not in memory`);
    const octets = this.#slab.read(block, OCTETS, this.#word(block, LENGTH) & ((1 << LENGTH_BITS) - 1));
    return serviceOf(octets, { id, isp, shared: this.#shared });
  }

  /** Adds the service, or replaces the one with its id. Returns its block. */
  write(service: ServiceFacts, generation: number): number {
    const octets = octetsOf(service);
    const nameHash = seededTextHash(service.isp.id, service.key);
    const block = this.find(service.id) || this.#add(service.id, nameHash);
    if (this.#word(block, NAME_HASH) !== nameHash) this.#rename(block, nameHash);
    this.#slab.set(block, ISP, service.isp.id);
    this.#slab.set(block, GENERATION, generation);
    this.#slab.set(block, LENGTH, octets.length | (ownLimitOf(service) << LENGTH_BITS));
    this.#slab.write(block, OCTETS, octets);
    return block;
  }

  remove(block: number): void {
    this.#byId.remove(block);
    this.#byName.remove(block);
    this.#slab.free(block);
  }

  #add(id: number, nameHash: number): number {
    const block = this.#slab.allocate();
    this.#slab.set(block, ID, id);
    this.#slab.set(block, NAME_HASH, nameHash);
    this.#byId.add(block, idHash(id));
    this.#byName.add(block, nameHash);
    return block;
  }

  #rename(block: number, nameHash: number): void {
    this.#byName.remove(block);
    this.#slab.set(block, NAME_HASH, nameHash);
    this.#byName.add(block, nameHash);
  }

  #word(block: number, word: number): number {
    return this.#slab.get(block, word);
  }
}
