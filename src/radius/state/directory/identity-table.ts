import { HashIndex } from '../memory/hash-index.ts';
import { idHash } from '../memory/id-hash.ts';
import { seededTextHash } from '../memory/seeded-hash.ts';
import { Slab } from '../memory/slab.ts';

/** Most identities fit in one block. */
const BLOCK_OCTETS = 96;

// The words of an identity's first block; word 0 is the slab's.
const NEXT_BY_KEY = 1;
const NEXT_BY_SERVICE = 2;
const KEY_HASH = 3;
const ISP = 4;
const SERVICE = 5;
/** The reload of all identities that read it last. */
const GENERATION = 6;
const LENGTH = 7;
/** Where the octets of the key begin. */
const OCTETS = 32;

/** An identity of a service; its key is a text in ASCII that is unique within the ISP. */
export interface StoredIdentity {
  readonly ispId: number;
  readonly serviceId: number;
  readonly key: string;
}

/**
 * Identities outside the JavaScript heap, found by ISP and key and by service, as services are (`service-table.ts`). An
 * identity is the number of its block; 0 is none.
 */
export class IdentityTable {
  readonly #slab = new Slab({ blockOctets: BLOCK_OCTETS });
  readonly #byKey = new HashIndex(this.#slab, { next: NEXT_BY_KEY, hashOf: (block) => this.#word(block, KEY_HASH) });
  readonly #byService = new HashIndex(this.#slab, {
    next: NEXT_BY_SERVICE,
    hashOf: (block) => idHash(this.serviceOf(block)),
  });

  get size(): number {
    return this.#byKey.size;
  }

  /** All identities are in buckets of this number. */
  get buckets(): number {
    return this.#byService.buckets;
  }

  identitiesIn(bucket: number): number[] {
    return this.#byService.blocksIn(bucket);
  }

  /** The latest one with the key: it may have moved to another service, whose change was read first. */
  find(ispId: number, key: string): number {
    const hash = seededTextHash(ispId, key);
    return this.#byKey.find(hash, (block) => this.#is(block, { hash, ispId, key }));
  }

  ofService(serviceId: number): number[] {
    return this.#byService.blocksWith(idHash(serviceId)).filter((block) => this.serviceOf(block) === serviceId);
  }

  serviceOf(block: number): number {
    return this.#word(block, SERVICE);
  }

  generationOf(block: number): number {
    return this.#word(block, GENERATION);
  }

  /** Adds the identity, or marks it as read by this reload. Returns its block. */
  write({ ispId, serviceId, key }: StoredIdentity, generation: number): number {
    const hash = seededTextHash(ispId, key);
    const known = this.ofService(serviceId).find((block) => this.#is(block, { hash, ispId, key }));
    const block = known ?? this.#add({ ispId, serviceId, key }, hash);
    this.#slab.set(block, GENERATION, generation);
    return block;
  }

  remove(block: number): void {
    this.#byKey.remove(block);
    this.#byService.remove(block);
    this.#slab.free(block);
  }

  #add({ ispId, serviceId, key }: StoredIdentity, hash: number): number {
    const octets = Buffer.from(key, 'latin1');
    const block = this.#slab.allocate();
    this.#slab.set(block, KEY_HASH, hash);
    this.#slab.set(block, ISP, ispId);
    this.#slab.set(block, SERVICE, serviceId);
    this.#slab.set(block, LENGTH, octets.length);
    this.#slab.write(block, OCTETS, octets);
    this.#byKey.add(block, hash);
    this.#byService.add(block, idHash(serviceId));
    return block;
  }

  #is(block: number, { hash, ispId, key }: { hash: number; ispId: number; key: string }): boolean {
    if (this.#word(block, KEY_HASH) !== hash || this.#word(block, ISP) !== ispId) return false;
    const length = this.#word(block, LENGTH);
    return length === key.length && this.#slab.read(block, OCTETS, length).toString('latin1') === key;
  }

  #word(block: number, word: number): number {
    return this.#slab.get(block, word);
  }
}
