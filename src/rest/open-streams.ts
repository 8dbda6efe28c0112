import type { Actor } from '../core/access/actor.ts';

interface Limits {
  readonly ofUser: number;
  readonly ofNode: number;
}

export interface OwnedStream {
  readonly actor: Pick<Actor, 'userId' | 'ispId'>;
  /** Its reader comes back, or asks from time to time. */
  end(): void;
}

/** The streams of a node, oldest first, whose places ISPs share. */
export class OpenStreams<S extends OwnedStream> {
  readonly #limits: Limits;
  readonly #all = new Set<S>();

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  get size(): number {
    return this.#all.size;
  }

  [Symbol.iterator](): IterableIterator<S> {
    return this.#all.values();
  }

  add(stream: S): void {
    this.#all.add(stream);
  }

  delete(stream: S): void {
    this.#all.delete(stream);
  }

  /**
   * Whether the caller may have one more. Where the node is full, the ISP with the most gives up its oldest, unless the caller's ISP
   * would then have as many: one ISP may have all places, but only until another needs one.
   */
  makeRoom({ userId, ispId }: OwnedStream['actor']): boolean {
    const { ofUser, ofNode } = this.#limits;
    const all = [...this.#all];
    if (all.filter(({ actor }) => actor.userId === userId).length >= ofUser) return false;
    if (all.length < ofNode) return true;
    const byIsp = new Map<number | null, S[]>();
    for (const each of all) {
      const { ispId: owner } = each.actor;
      const others = byIsp.get(owner);
      if (others) others.push(each);
      else byIsp.set(owner, [each]);
    }
    const [largest = []] = [...byIsp.values()].sort((one, other) => other.length - one.length);
    const [oldest] = largest;
    if (!oldest || largest.length <= (byIsp.get(ispId)?.length ?? 0) + 1) return false;
    this.delete(oldest);
    oldest.end();
    return true;
  }
}
