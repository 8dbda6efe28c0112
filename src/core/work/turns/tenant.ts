export type TurnKey = number | string;

/** Calls `leave` when the caller is gone, until the returned function is called. */
export type WhenGone = (leave: () => void) => () => void;

/** Who calls: a tenant, and the part of it. */
export interface Caller {
  readonly tenant: TurnKey;
  readonly lane: TurnKey;
  readonly whenGone?: WhenGone | undefined;
  /** Waits after however many, and for however long: what calls so must be limited elsewhere. */
  readonly patient?: boolean;
}

/** The lane of a tenant's own people. The others (resellers, subscribers) together leave them a slot. */
export const OWN = 0;

export interface Waiting {
  readonly lane: Lane;
  readonly begin: () => void;
}

/** The calls of one part of a tenant, in the order in which they came. */
export class Lane {
  readonly tenant: Tenant;
  readonly key: TurnKey;
  readonly waiting: Waiting[] = [];
  running = 0;

  constructor(tenant: Tenant, key: TurnKey) {
    this.tenant = tenant;
    this.key = key;
  }
}

/** The calls of one tenant. Its own people have every other turn, and its other lanes take turns. */
export class Tenant {
  readonly key: TurnKey;
  running = 0;
  waiting = 0;
  readonly #lanes = new Map<TurnKey, Lane>();
  /** The lanes in which a call waits, but its own; the one that was served last comes last. */
  readonly #ring: Lane[] = [];
  #ownWasLast = false;

  constructor(key: TurnKey) {
    this.key = key;
  }

  get isIdle(): boolean {
    return this.running === 0 && this.waiting === 0;
  }

  lane(key: TurnKey): Lane {
    const known = this.#lanes.get(key);
    if (known) return known;
    const lane = new Lane(this, key);
    this.#lanes.set(key, lane);
    return lane;
  }

  /** Whether a call of the lane may begin, where the tenant may have `most` slots. */
  admits(lane: Lane, most: number): boolean {
    if (this.running >= most) return false;
    if (lane.key === OWN) return true;
    const ofOthers = this.running - (this.#lanes.get(OWN)?.running ?? 0);
    return lane.running < Math.ceil(most / 2) && ofOthers < Math.max(1, most - 1);
  }

  add(waiting: Waiting): void {
    const { lane } = waiting;
    if (lane.waiting.push(waiting) === 1 && lane.key !== OWN) this.#ring.push(lane);
    this.waiting += 1;
  }

  /** Takes a call out, wherever it stands. False if it is not waiting any more. */
  remove(waiting: Waiting): boolean {
    const { lane } = waiting;
    const at = lane.waiting.indexOf(waiting);
    if (at < 0) return false;
    lane.waiting.splice(at, 1);
    this.waiting -= 1;
    if (lane.waiting.length === 0 && lane.key !== OWN) this.#ring.splice(this.#ring.indexOf(lane), 1);
    this.forget(lane);
    return true;
  }

  /** Takes out the call whose turn it is; undefined if none may begin. */
  next(most: number): Waiting | undefined {
    const own = this.#lanes.get(OWN);
    const ownWaits = own !== undefined && own.waiting.length > 0 && this.admits(own, most);
    const other = ownWaits && !this.#ownWasLast ? undefined : this.#ring.find((lane) => this.admits(lane, most));
    const lane = other ?? (ownWaits ? own : undefined);
    const waiting = lane?.waiting[0];
    if (!lane || !waiting) return undefined;
    this.#ownWasLast = lane === own;
    this.remove(waiting);
    // It comes last now.
    if (lane.waiting.length > 0 && lane.key !== OWN) {
      this.#ring.splice(this.#ring.indexOf(lane), 1);
      this.#ring.push(lane);
    }
    return waiting;
  }

  begin(lane: Lane): void {
    this.running += 1;
    lane.running += 1;
    // It may have been forgotten between its last call and this one.
    this.#lanes.set(lane.key, lane);
  }

  end(lane: Lane): void {
    this.running -= 1;
    lane.running -= 1;
    this.forget(lane);
  }

  /** Unless it has calls. */
  forget(lane: Lane): void {
    if (lane.running === 0 && lane.waiting.length === 0) this.#lanes.delete(lane.key);
  }
}
