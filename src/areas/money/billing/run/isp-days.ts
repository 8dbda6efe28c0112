import type pg from 'pg';
import type { Clock } from '../../../../core/clock.ts';
import { addDays, dayOf } from '../../../../core/zone.ts';
import { firstDayAfter } from '../life-cycle/time/next-day.ts';
import type { Day } from '../model/subscription.ts';
import { candidatesOf } from './candidates.ts';
import { markDay } from './days-done.ts';
import type { IspTurn } from './isp-turns.ts';
import { type FailedService, failedServices } from './problems.ts';

/** Services per transaction: large enough for few statements, small enough to hold locks for a short time only. */
const BATCH = 200;

/** Services that are advanced together. */
export interface Batch {
  readonly ispId: number;
  /** The ISP's day. */
  readonly today: Day;
  /** The days that they are taken through; one that failed before has missed more than the others. */
  readonly from: Day;
  readonly upto: Day;
  readonly ids: readonly number[];
}

type Missed = Omit<Batch, 'ispId' | 'today'>;

/**
 * What is left to do for one ISP: the days that it has missed, one after the other, and today. A day begins when all services
 * have seen the one before, so that wallets, credits and document numbers come out as daily runs would have left them.
 */
export class IspDays {
  readonly turn: IspTurn;
  readonly #pool: pg.Pool;
  readonly #today: Day;
  #day: Day;
  #together: number[] = [];
  /** Each is a batch of its own. */
  #alone: Missed[] = [];
  /** Batches that are being worked on. */
  readonly #begun = new Set<Promise<unknown>>();

  /**
   * A service that failed before is a batch of its own, even if nothing is left to do: its success clears the problem.
   * @throws database errors
   */
  static async read(
    { pool, clock }: { readonly pool: pg.Pool; readonly clock: Clock },
    turn: IspTurn,
  ): Promise<IspDays> {
    const days = new IspDays(pool, turn, dayOf(clock.now(), turn.timezone));
    await days.#readDay();
    await days.goOn();
    return days;
  }

  private constructor(pool: pg.Pool, turn: IspTurn, today: Day) {
    this.turn = turn;
    this.#pool = pool;
    this.#today = today;
    this.#day = firstDayAfter(turn.doneUpto, today);
  }

  /** Services of the day that are left to do. */
  get size(): number {
    return this.#together.length + this.#alone.length;
  }

  get hasMore(): boolean {
    return this.size > 0;
  }

  get isOver(): boolean {
    return !this.hasMore && this.#day === this.#today;
  }

  /** Takes the next batch and works on it. Undefined: there is none. */
  work<T>(on: (batch: Batch) => Promise<T>): Promise<T> | undefined {
    const [alone] = this.#together.length > 0 ? [] : this.#alone.splice(-1);
    const missed = alone ?? { from: this.#day, upto: this.#day, ids: this.#together.splice(-BATCH).reverse() };
    if (missed.ids.length === 0) return undefined;
    const begun = on({ ispId: this.turn.ispId, today: this.#today, ...missed });
    this.#begun.add(begun);
    return begun.finally(() => this.#begun.delete(begun));
  }

  /** Services of a failed batch that there was no time to try one by one. */
  putBack({ from, upto }: Batch, ids: readonly number[]): void {
    this.#alone.push(...[...ids].reverse().map((id): Missed => ({ from, upto, ids: [id] })));
  }

  /** Once a day is done, goes on to the next one with something to do. For one worker alone. @returns whether there is one */
  async goOn(): Promise<boolean> {
    while (!this.hasMore && this.#day < this.#today) {
      await this.rest();
      if (this.hasMore) break;
      await markDay(this.#pool, this.turn.ispId, this.#day);
      this.#day = addDays(this.#day, 1);
      await this.#readDay();
    }
    return this.hasMore;
  }

  /** Records that today is done, once a day. */
  async end(): Promise<void> {
    if (this.turn.doneUpto !== this.#today) await markDay(this.#pool, this.turn.ispId, this.#today);
  }

  /** Resolves when nobody works on a batch any more. */
  async rest(): Promise<void> {
    await Promise.allSettled(this.#begun);
  }

  async #readDay(): Promise<void> {
    const { ispId } = this.turn;
    const [day, today] = [this.#day, this.#today];
    const failed = await failedServices(this.#pool, ispId);
    const apart = new Set(failed.map(({ id }) => id));
    const together = (await candidatesOf(this.#pool, { ispId, today: day })).filter((id) => !apart.has(id));
    // From the end, in the order of the ids.
    this.#together = together.reverse();
    // They have missed days of their own.
    const missedBy = ({ id, doneUpto }: FailedService): Missed => ({
      from: firstDayAfter(doneUpto, today),
      upto: today,
      ids: [id],
    });
    this.#alone = day === today ? failed.map(missedBy).reverse() : [];
  }
}
