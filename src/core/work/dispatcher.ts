import { logThrottled } from '../../db/throttled-log.ts';
import type { Kernel } from '../kernel.ts';

interface Item {
  readonly ispId: number;
}

/** What is dispatched, and how. Nodes share the items: `claim` leaves out those that another node has. */
export interface Dispatch<T extends Item> {
  /** For the log, in the plural. */
  readonly what: string;
  /** Items of one ISP on this node from which on it gets no more. */
  readonly enoughOfIsp: number;
  /** Takes up to `limit` items, none of the ISPs `without`. */
  claim(limit: number, without: readonly number[]): Promise<readonly T[]>;
  /** Does what an item needs; stops between two steps once `isStopping` says so. */
  work(item: T, isStopping: () => boolean): Promise<void>;
  /** Gives up what is kept between two items. Work that takes longer to stop may still go on. */
  close?(): void;
}

const LOOK_EVERY_MS = 500;
/** After something was claimed, since there may be more. */
const LOOK_AGAIN_MS = 50;
/** Items at a time, in all: what is waited for is other hosts, not this one. */
const MAX_ACTIVE = 64;
const STOP_WITHIN_MS = 2_000;

/** Looks for items twice a second and works on many at a time, with a share for each ISP, so that slow hosts of one delay no other. */
export class Dispatcher<T extends Item> {
  readonly #log: Kernel['log'];
  readonly #dispatch: Dispatch<T>;
  /** An item may be in it twice, on a node that was frozen for longer than its lease. */
  readonly #active = new Set<{ readonly ispId: number; readonly done: Promise<void> }>();
  #timer: NodeJS.Timeout | undefined;
  #waitsLong = false;
  #looking: Promise<void> = Promise.resolve();
  #isStopping = false;

  constructor(log: Kernel['log'], dispatch: Dispatch<T>) {
    this.#log = log;
    this.#dispatch = dispatch;
  }

  start(): this {
    this.#looking = this.#look();
    return this;
  }

  /** Waits a little for what is in progress; the rest is for the node that finds its lease over. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    clearTimeout(this.#timer);
    await this.#looking;
    const working = Promise.all([...this.#active].map(({ done }) => done));
    await Promise.race([working, new Promise((resolve) => setTimeout(resolve, STOP_WITHIN_MS).unref())]);
    this.#dispatch.close?.();
  }

  async #look(): Promise<void> {
    let claimed = 0;
    try {
      claimed = await this.#claim();
    } catch (err) {
      logThrottled(this.#log, { err }, `cannot read ${this.#dispatch.what}; retrying`);
    }
    if (this.#isStopping) return;
    this.#lookIn(claimed > 0 ? LOOK_AGAIN_MS : LOOK_EVERY_MS);
  }

  #lookIn(milliseconds: number): void {
    clearTimeout(this.#timer);
    this.#waitsLong = milliseconds > LOOK_AGAIN_MS;
    const look = () => {
      this.#waitsLong = false;
      this.#looking = this.#look();
    };
    this.#timer = setTimeout(look, milliseconds).unref();
  }

  async #claim(): Promise<number> {
    const { claim, enoughOfIsp } = this.#dispatch;
    const limit = MAX_ACTIVE - this.#active.size;
    if (limit <= 0) return 0;
    const counts = new Map<number, number>();
    for (const { ispId } of this.#active) counts.set(ispId, (counts.get(ispId) ?? 0) + 1);
    const without = [...counts].filter(([, count]) => count >= enoughOfIsp).map(([ispId]) => ispId);
    const claimed = await claim(limit, without);
    for (const item of claimed) this.#begin(item);
    return claimed.length;
  }

  #begin(item: T): void {
    const { what, work } = this.#dispatch;
    const done = work(item, () => this.#isStopping)
      .catch((err) => logThrottled(this.#log, { err }, `cannot save the progress of ${what}`))
      .finally(() => {
        this.#active.delete(turn);
        // Its ISP may have had its share until now.
        if (this.#waitsLong && !this.#isStopping) this.#lookIn(LOOK_AGAIN_MS);
      });
    const turn = { ispId: item.ispId, done };
    this.#active.add(turn);
  }
}
