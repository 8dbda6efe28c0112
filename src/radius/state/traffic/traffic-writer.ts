import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { HOUR_MS, TRAFFIC_CHANNEL } from '../../../areas/network/traffic/vocabulary.ts';
import type { Logger } from '../../../config/log.ts';
import type { Database, Notice } from '../../../db/database.ts';
import { execute } from '../../../db/sql.ts';
import { logThrottled } from '../../../db/throttled-log.ts';
import type { HourRows, TrafficRow } from './hour-rows.ts';
import { planStatement, rowStatement } from './row-statements.ts';
import type { Traffic } from './traffic.ts';

const EVERY_MS = 60_000;
/** After the end of an hour: by then most sessions have reported what they transferred in it. */
const GRACE_MS = 15 * 60_000;
/** Nodes take different minutes, so that they do not write the same rows at once. */
const SPREAD_MS = 10 * 60_000;
const BATCH_ROWS = 500;
/** Between two batches: packets come first. */
const PAUSE_MS = 20;
/** When the node stops, there are no packets. */
const LAST_BATCH_ROWS = 5_000;
/** Of services whose graphs are looked at, within a minute; more is written with its hour. */
const MAX_WATCHED = 600;

interface TrafficWriterOptions {
  readonly traffic: Traffic;
  readonly pool: pg.Pool;
  readonly log: Logger;
  readonly now: () => number;
  readonly everyMs?: number | undefined;
}

/**
 * Writes what was transferred: of a service when its hour is over, or at once when somebody looks at its graph; of plans once a
 * minute. Rows add to those of other nodes. What could not be written waits for the next time.
 */
export class TrafficWriter {
  readonly #options: TrafficWriterOptions;
  readonly #timer: NodeJS.Timeout;
  readonly #delayMs = GRACE_MS + Math.floor(Math.random() * SPREAD_MS);
  #unlisten: (() => Promise<void>) | undefined;
  #watched = 0;
  #dropped = 0;
  #stopped = false;
  #writing: Promise<void> = Promise.resolve();

  constructor(options: TrafficWriterOptions) {
    this.#options = options;
    this.#timer = setInterval(() => void this.write(), options.everyMs ?? EVERY_MS).unref();
  }

  /** @throws when the notification connection cannot be opened */
  async start(db: Pick<Database, 'listen'>): Promise<void> {
    this.#unlisten = await db.listen(TRAFFIC_CHANNEL, (notice) => this.#onNotice(notice));
  }

  /** Writes plans, and services of the hours that are over. Never rejects; one at a time. */
  write(): Promise<void> {
    const { traffic, now } = this.#options;
    this.#watched = 0;
    this.#reportDropped();
    return this.#run(async () => {
      await this.#writePlans();
      for (const rows of traffic.hoursBefore(now() - this.#delayMs)) if (!(await this.#writeHour(rows))) return;
    });
  }

  /** Writes all. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#stopped = true;
    await this.#unlisten?.();
    const { traffic } = this.#options;
    await this.#run(async () => {
      await this.#writePlans();
      while (traffic.size > 0)
        for (const rows of traffic.hoursBefore(Number.POSITIVE_INFINITY)) if (!(await this.#writeHour(rows))) return;
    });
  }

  #run(work: () => Promise<void>): Promise<void> {
    this.#writing = this.#writing.then(work);
    return this.#writing;
  }

  #onNotice(notice: Notice): void {
    if (notice.type === 'reset' || this.#stopped || this.#watched >= MAX_WATCHED) return;
    this.#watched += 1;
    const serviceId = Number(notice.payload);
    void this.#run(async () => {
      await this.#save(this.#options.traffic.takeService(serviceId));
    });
  }

  /** False: the database does not take it. */
  async #writeHour(rows: HourRows): Promise<boolean> {
    const { traffic } = this.#options;
    const some = () => traffic.take(rows, this.#stopped ? LAST_BATCH_ROWS : BATCH_ROWS);
    for (let taken = some(); taken.length > 0; taken = some()) {
      if (!(await this.#save(taken))) return false;
      if (!this.#stopped) await sleep(PAUSE_MS, undefined, { ref: false });
    }
    return true;
  }

  async #save(rows: readonly TrafficRow[]): Promise<boolean> {
    if (rows.length === 0) return true;
    const { traffic, pool, log, now } = this.#options;
    try {
      await execute(pool, rowStatement(rows, Math.floor(now() / HOUR_MS)));
      return true;
    } catch (err) {
      traffic.restore(rows);
      logThrottled(log, { err }, 'cannot save the traffic that graphs show; retrying in a minute');
      return false;
    }
  }

  async #writePlans(): Promise<void> {
    const { traffic, pool, log, now } = this.#options;
    const rows = traffic.plans.take();
    if (rows.length === 0) return;
    try {
      await execute(pool, planStatement(rows, Math.floor(now() / HOUR_MS)));
    } catch (err) {
      traffic.plans.restore(rows);
      logThrottled(log, { err }, 'cannot save the traffic that graphs show; retrying in a minute');
    }
  }

  #reportDropped(): void {
    const { traffic, log } = this.#options;
    const dropped = traffic.dropped - this.#dropped;
    this.#dropped = traffic.dropped;
    if (dropped > 0) log.warn({ dropped }, 'graphs lack traffic: too many rows wait to be written');
  }
}
