import { Refusals } from '../refusals.ts';
import { Lines, type Owner } from './lines.ts';

/** Whose turn it is, and at what. */
export interface Share<K extends string> extends Owner {
  readonly kind: K;
}

interface KindOptions {
  /** A kind with twice the weight of another has twice as many turns while both wait. */
  readonly weight: number;
  /** Of this kind, if it may not take all places. */
  readonly atATime?: number;
}

interface FairQueueOptions<K extends string> {
  readonly atATime: number;
  readonly kinds: Readonly<Record<K, KindOptions>>;
  /** Waiting in all; of a tenant; of a caller. */
  readonly maxWaiting: number;
  readonly maxOfTenant: number;
  readonly maxOfCaller: number;
  /** What a caller is told for whom there is no room. */
  readonly refusal: string;
  /** When. Default: after a second. */
  readonly refuseAfterMs?: number;
}

interface Waiting {
  readonly begin: () => void;
  readonly refuse: () => void;
}

interface Kind extends Required<KindOptions> {
  readonly lines: Lines<Waiting>;
  running: number;
  /** Turns so far by weight; the kind with the fewest is next. */
  turns: number;
}

interface Crowd {
  readonly lines: Lines<Waiting>;
  readonly tenant: Owner['tenant'];
}

/**
 * Places for costly work that callers take turns at: kinds by their weights, the tenants of a kind one after the other, and the
 * callers of a tenant likewise. When no more may wait, a newcomer for whom little waits takes the place of one for whom much
 * does, so nobody is refused because of somebody else's crowd.
 */
export class FairQueue<K extends string> {
  readonly #options: FairQueueOptions<K>;
  readonly #refusals: Refusals;
  readonly #kinds: ReadonlyMap<K, Kind>;
  #running = 0;
  /** Of the kind whose turn was last, when it began. */
  #turns = 0;

  constructor(options: FairQueueOptions<K>) {
    this.#options = options;
    this.#refusals = new Refusals(options.refusal, options.refuseAfterMs);
    const { atATime, kinds } = options;
    const entries = Object.entries<KindOptions>(kinds) as [K, KindOptions][];
    this.#kinds = new Map(
      entries.map(([name, kind]) => [name, { atATime, ...kind, lines: new Lines<Waiting>(), running: 0, turns: 0 }]),
    );
  }

  /** @throws what the work throws; Fault of kind `tooMany` if there is no room */
  async run<T>(share: Share<K>, work: () => Promise<T>): Promise<T> {
    const kind = this.#kinds.get(share.kind);
    if (!kind) throw new Error(`no kind ${share.kind}`);
    if (this.#running < this.#options.atATime && kind.running < kind.atATime) this.#begin(kind);
    else await this.#wait(kind, share);
    try {
      return await work();
    } finally {
      kind.running -= 1;
      this.#running -= 1;
      this.#serve();
    }
  }

  #wait(kind: Kind, owner: Owner): Promise<void> {
    if (!this.#hasRoom(kind, owner)) return this.#refusals.refuse();
    const { lines } = kind;
    // A kind that has not waited gets no turns for the time before.
    if (lines.size === 0) kind.turns = Math.max(kind.turns, this.#turns);
    return new Promise((resolve, reject) => {
      lines.add(owner, { begin: resolve, refuse: () => void this.#refusals.refuse().catch(reject) });
    });
  }

  /** Whether one more may wait, perhaps in the place of another. */
  #hasRoom(kind: Kind, owner: Owner): boolean {
    const { maxWaiting, maxOfTenant, maxOfCaller } = this.#options;
    const { lines } = kind;
    const ofCaller = lines.ofCaller(owner) + 1;
    if (ofCaller > maxOfCaller) return false;
    if (lines.ofTenant(owner.tenant) >= maxOfTenant) return refuseOneOf(lines, owner.tenant, ofCaller);
    if (this.#waiting < maxWaiting) return true;
    const crowd = this.#crowd((lines.ofTenant(owner.tenant) + 1) / kind.weight);
    return crowd ? refuseOneOf(crowd.lines, crowd.tenant, 0) : refuseOneOf(lines, owner.tenant, ofCaller);
  }

  /** The tenant for which the most waits by weight; undefined if that is not more than `moreThan`. */
  #crowd(moreThan: number): Crowd | undefined {
    let most = moreThan;
    let crowd: Crowd | undefined;
    for (const { lines, weight } of this.#kinds.values()) {
      const tenant = lines.largest();
      if (tenant === undefined || lines.ofTenant(tenant) / weight <= most) continue;
      most = lines.ofTenant(tenant) / weight;
      crowd = { lines, tenant };
    }
    return crowd;
  }

  #serve(): void {
    while (this.#running < this.#options.atATime) {
      const next = [...this.#kinds.values()]
        .filter(({ lines, running, atATime }) => lines.size > 0 && running < atATime)
        .sort((one, other) => one.turns - other.turns)[0];
      const waiting = next?.lines.next();
      if (!next || !waiting) return;
      this.#begin(next);
      waiting.begin();
    }
  }

  #begin(kind: Kind): void {
    this.#turns = Math.max(kind.turns, this.#turns);
    kind.turns = this.#turns + 1 / kind.weight;
    kind.running += 1;
    this.#running += 1;
  }

  get #waiting(): number {
    let count = 0;
    for (const { lines } of this.#kinds.values()) count += lines.size;
    return count;
  }
}

/** The newest of the caller for whom the most waits goes, if that is more than `moreThan`. Whether one did. */
function refuseOneOf(lines: Lines<Waiting>, tenant: Owner['tenant'], moreThan: number): boolean {
  const refused = lines.dropOf(tenant, moreThan);
  refused?.refuse();
  return refused !== undefined;
}
