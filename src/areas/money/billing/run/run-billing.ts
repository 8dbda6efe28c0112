import { type Locks, UNSHARED } from '../../../../db/named-locks.ts';
import { advanceBatch, type BatchOptions } from './advance-batch.ts';
import { IspDays } from './isp-days.ts';
import { IspTurns } from './isp-turns.ts';

export interface BillingRunOptions extends BatchOptions {
  /** Shared with all that may advance services at the same time; without it this run works on every ISP. */
  readonly locks?: Locks;
  /** How often an ISP has its turn, in milliseconds; without it, all have it now. */
  readonly everyMs?: number;
  /** After this time an ISP makes way for one that waits, and goes to the end of the line, in milliseconds. Default 30 s. */
  readonly sliceMs?: number;
}

export interface RunResult {
  /** Services examined. */
  readonly seen: number;
  readonly changed: number;
  /** Left unchanged because of an error, which is logged. */
  readonly failed: number;
  /** ISPs that could not be worked on because of an error, which is logged. */
  readonly failedIsps: number;
}

/** Receives the number of services examined and their total so far. If it throws, the run ends after the current batches. */
type Progress = (done: number, total: number) => void;

/** Batches at a time: while the database works on one, the rules run on another. */
const CONCURRENCY = 2;
const SLICE_MS = 30_000;

/**
 * Advances every service of the ISPs whose turn it is to the current day of its ISP. Nodes share the ISPs, and each takes them
 * in turn, so that one with much to do, or in which something fails, takes nobody else's time. Each batch is a
 * transaction of its own, and the services themselves show what is left to do: if a run is killed, another one continues. Days
 * that were missed are made up for one by one.
 */
export async function runBilling(options: BillingRunOptions, progress: Progress = () => undefined): Promise<RunResult> {
  const { db, locks = UNSHARED, everyMs = 0 } = options;
  const turns = await IspTurns.open({ db, locks, everyMs });
  return new Run(options, turns, progress).toEnd();
}

class Run {
  readonly #options: BillingRunOptions;
  readonly #turns: IspTurns;
  readonly #progress: Progress;
  readonly #sliceMs: number;
  readonly #sum = { seen: 0, changed: 0, failed: 0, failedIsps: 0 };
  /** Those in the hands of this run. */
  readonly #begun = new Set<IspDays>();
  #total = 0;
  #hasFailed = false;

  constructor(options: BillingRunOptions, turns: IspTurns, progress: Progress) {
    this.#options = options;
    this.#turns = turns;
    this.#progress = progress;
    this.#sliceMs = options.sliceMs ?? SLICE_MS;
  }

  /** @throws what ended it early */
  async toEnd(): Promise<RunResult> {
    const workers = Array.from({ length: CONCURRENCY }, () =>
      this.#work().catch((error: unknown) => {
        this.#hasFailed = true;
        throw error;
      }),
    );
    const ended = await Promise.allSettled(workers);
    for (const isp of this.#begun) await this.#end(isp);
    for (const each of ended) if (each.status === 'rejected') throw each.reason;
    return this.#sum;
  }

  /** On ISPs of its own, one after the other; without one, it helps with that of another worker. */
  async #work(): Promise<void> {
    let own = await this.#begin();
    while (!this.#hasFailed) {
      if (!own) {
        own = await this.#begin();
        if (!own && !(await this.#help())) return;
        continue;
      }
      await this.#workOn(own);
      const next = await this.#begin();
      if (!next && own.hasMore) continue;
      await this.#end(own);
      own = next;
    }
  }

  /** To its end, or for a slice of time: one batch at least. */
  async #workOn(isp: IspDays): Promise<void> {
    const until = performance.now() + this.#sliceMs;
    const isOver = () => this.#hasFailed || performance.now() > until;
    do await this.#advance(isp, isOver);
    while ((isp.hasMore || (await this.#goOn(isp))) && !isOver());
  }

  async #goOn(isp: IspDays): Promise<boolean> {
    const goesOn = await isp.goOn();
    if (goesOn) this.#total += isp.size;
    return goesOn;
  }

  /** With one batch, before it looks for an ISP of its own again. */
  async #help(): Promise<boolean> {
    const isp = [...this.#begun].find(({ hasMore }) => hasMore);
    const until = performance.now() + this.#sliceMs;
    if (isp) await this.#advance(isp, () => this.#hasFailed || performance.now() > until);
    return isp !== undefined;
  }

  /** The next ISP that has something to do. */
  async #begin(): Promise<IspDays | undefined> {
    while (!this.#hasFailed) {
      const turn = await this.#turns.next();
      if (!turn) return undefined;
      try {
        const { db, clock } = this.#options;
        const isp = await IspDays.read({ pool: db.pool, clock }, turn);
        this.#begun.add(isp);
        this.#total += isp.size;
        if (isp.hasMore) return isp;
        await this.#end(isp);
      } catch (err) {
        this.#options.log.error({ err, ispId: turn.ispId }, 'cannot advance the services of an ISP to today');
        this.#sum.failedIsps += 1;
        await this.#turns.release(turn, true);
      }
    }
    return undefined;
  }

  async #advance(isp: IspDays, isOver: () => boolean): Promise<void> {
    await isp.work(async (batch) => {
      const { seen, changed, failed, left } = await advanceBatch(this.#options, batch, isOver);
      isp.putBack(batch, left);
      this.#sum.seen += seen;
      this.#sum.changed += changed;
      this.#sum.failed += failed;
      this.#progress(this.#sum.seen, this.#total);
    });
  }

  /** What the other worker has begun may be put back, and is then left to the next turn. */
  async #end(isp: IspDays): Promise<void> {
    this.#begun.delete(isp);
    await isp.rest();
    const { isOver } = isp;
    if (isOver) await isp.end();
    await this.#turns.release(isp.turn, isOver);
  }
}
