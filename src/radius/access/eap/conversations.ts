import type { Nas } from '../../state/directory/nas.ts';

export interface Kept {
  /** Value of State. */
  readonly key: Buffer;
  destroy(): void;
}

export interface ConversationLimits {
  /** Open TLS connections of all, in memory: about sixty kilobytes each. */
  readonly most: number;
  readonly mostOfIsp: number;
  readonly mostOfNas: number;
  /** Without a word of the device. */
  readonly idleMs: number;
}

/** A node begins 150 a second at most (`StartLimits`), and a device that answers is done within a second or two. */
const LIMITS: ConversationLimits = { most: 2_000, mostOfIsp: 1_000, mostOfNas: 500, idleMs: 60_000 };

interface Entry<C extends Kept> {
  readonly id: string;
  readonly conversation: C;
  readonly nasId: number;
  readonly ispId: number;
  usedAt: number;
}

type Owner = Pick<Nas['facts'], 'id' | 'isp'>;

/**
 * Conversations that devices have begun and not finished. Where there are too many, the one that has been quiet longest makes
 * room: of the same NAS, of the same ISP, or of the ISP with the most, so that nobody loses one of their fair share to another.
 */
export class Conversations<C extends Kept> {
  readonly #limits: ConversationLimits;
  /** Each in the order of their last use. */
  readonly #all = new Map<string, Entry<C>>();
  readonly #ofNas = new Map<number, Map<string, Entry<C>>>();
  readonly #ofIsp = new Map<number, Map<string, Entry<C>>>();

  constructor(limits: Partial<ConversationLimits> = {}) {
    this.#limits = { ...LIMITS, ...limits };
  }

  get size(): number {
    return this.#all.size;
  }

  /** `now` in milliseconds. */
  add(conversation: C, { id: nasId, isp: { id: ispId } }: Owner, now: number): void {
    const { most, mostOfIsp, mostOfNas } = this.#limits;
    const [ofNas, ofIsp] = [this.#ofNas.get(nasId), this.#ofIsp.get(ispId)];
    if (ofNas && ofNas.size >= mostOfNas) this.#dropOldest(ofNas);
    if (ofIsp && ofIsp.size >= mostOfIsp) this.#dropOldest(ofIsp);
    if (this.#all.size >= most) this.#dropOldest(largest(this.#ofIsp) ?? this.#all);
    this.#put({ id: conversation.key.toString('hex'), conversation, nasId, ispId, usedAt: now });
  }

  /** The conversation of this NAS with that State, if it is still open. */
  find(key: Buffer, { id: nasId }: Owner, now: number): C | undefined {
    const entry = this.#all.get(key.toString('hex'));
    if (entry === undefined || entry.nasId !== nasId) return undefined;
    this.#remove(entry);
    if (now - entry.usedAt > this.#limits.idleMs) {
      entry.conversation.destroy();
      return undefined;
    }
    entry.usedAt = now;
    this.#put(entry);
    return entry.conversation;
  }

  end(conversation: C): void {
    const entry = this.#all.get(conversation.key.toString('hex'));
    if (entry) this.#remove(entry);
    conversation.destroy();
  }

  /** Ends those that have been quiet for too long; all of them with `Infinity`. */
  sweep(now: number): void {
    for (const entry of this.#all.values()) {
      if (now - entry.usedAt <= this.#limits.idleMs) return;
      this.end(entry.conversation);
    }
  }

  #dropOldest(among: ReadonlyMap<string, Entry<C>>): void {
    const [oldest] = among.values();
    if (oldest) this.end(oldest.conversation);
  }

  #put(entry: Entry<C>): void {
    this.#all.set(entry.id, entry);
    for (const [groups, owner] of this.#groups(entry)) {
      const group = groups.get(owner) ?? new Map<string, Entry<C>>();
      group.set(entry.id, entry);
      groups.set(owner, group);
    }
  }

  #remove(entry: Entry<C>): void {
    this.#all.delete(entry.id);
    for (const [groups, owner] of this.#groups(entry)) {
      const group = groups.get(owner);
      group?.delete(entry.id);
      if (group?.size === 0) groups.delete(owner);
    }
  }

  #groups({ nasId, ispId }: Entry<C>) {
    return [
      [this.#ofNas, nasId],
      [this.#ofIsp, ispId],
    ] as const;
  }
}

function largest<G extends ReadonlyMap<string, unknown>>(groups: ReadonlyMap<number, G>): G | undefined {
  let found: G | undefined;
  for (const group of groups.values()) if (found === undefined || group.size > found.size) found = group;
  return found;
}
