import type pg from 'pg';
import type { Clock } from '../../../core/clock.ts';
import { dayOf } from '../../../core/zone.ts';
import type { Day } from '../model/subscription.ts';
import { candidatesOf } from './candidates.ts';
import type { IspTurn } from './isp-turns.ts';
import { failedServices } from './problems.ts';

/** Services per transaction: large enough for few statements, small enough to hold locks for a short time only. */
const BATCH = 200;

/** Services that are advanced together. */
export interface Batch {
  readonly ispId: number;
  /** The ISP's day. */
  readonly today: Day;
  readonly ids: readonly number[];
}

/** What is left to do for one ISP. */
export class Night {
  readonly turn: IspTurn;
  readonly size: number;
  readonly #today: Day;
  readonly #together: number[];
  /** Each is a batch of its own. */
  readonly #alone: number[];
  /** Batches that are being worked on. */
  readonly #begun = new Set<Promise<unknown>>();

  /**
   * A service that failed before is a batch of its own, even if nothing is left to do: its success clears the problem.
   * @throws database errors
   */
  static async read({ pool, clock }: { readonly pool: pg.Pool; readonly clock: Clock }, turn: IspTurn): Promise<Night> {
    const { ispId, timezone } = turn;
    const today = dayOf(clock.now(), timezone);
    const alone = await failedServices(pool, ispId);
    const failed = new Set(alone);
    const together = (await candidatesOf(pool, { ispId, today })).filter((id) => !failed.has(id));
    return new Night(turn, today, { together, alone });
  }

  private constructor(turn: IspTurn, today: Day, { together, alone }: { together: number[]; alone: number[] }) {
    this.turn = turn;
    this.size = together.length + alone.length;
    this.#today = today;
    // From the end, in the order of the ids.
    this.#together = together.reverse();
    this.#alone = alone.reverse();
  }

  get hasMore(): boolean {
    return this.#together.length + this.#alone.length > 0;
  }

  /** Takes the next batch and works on it. Undefined: there is none. */
  work<T>(on: (batch: Batch) => Promise<T>): Promise<T> | undefined {
    const [one] = this.#together.length > 0 ? [] : this.#alone.splice(-1);
    const ids = one === undefined ? this.#together.splice(-BATCH).reverse() : [one];
    if (ids.length === 0) return undefined;
    const begun = on({ ispId: this.turn.ispId, today: this.#today, ids });
    this.#begun.add(begun);
    return begun.finally(() => this.#begun.delete(begun));
  }

  /** Services of a failed batch that there was no time to try one by one. */
  putBack(ids: readonly number[]): void {
    this.#alone.push(...[...ids].reverse());
  }

  /** Resolves when nobody works on a batch any more. */
  async rest(): Promise<void> {
    await Promise.allSettled(this.#begun);
  }
}
