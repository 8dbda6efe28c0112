import type { Kernel } from '../core/kernel.ts';
import { execute, type Sql, sql } from '../db/sql.ts';
import { logThrottled } from '../db/throttled-log.ts';
import type { Job } from './job.ts';
import type { Outcome } from './metrics.ts';

const MAX_ERROR = 500;

/** Writes the schedule and its runs to `crm.job`, which `job.list` shows. No job fails because that does. */
export class JobTable {
  readonly #kernel: Pick<Kernel, 'db' | 'clock' | 'log'>;

  constructor(kernel: Pick<Kernel, 'db' | 'clock' | 'log'>) {
    this.#kernel = kernel;
  }

  /** Jobs of another version that this one does not have are removed; their runs are still in the log. */
  async register(schedule: readonly Job[]): Promise<void> {
    const rows = schedule.map(({ name, everyMs, onEveryNode = false }) => ({ name, everyMs, onEveryNode }));
    await this.#write(sql`DELETE FROM crm.job WHERE name <> ALL(${rows.map(({ name }) => name)}::text[])`);
    await this.#write(
      sql`INSERT INTO crm.job (name, every_ms, on_every_node)
          SELECT * FROM unnest(${rows.map(({ name }) => name)}::text[], ${rows.map(({ everyMs }) => everyMs)}::bigint[],
            ${rows.map(({ onEveryNode }) => onEveryNode)}::bool[]) AS j (name, every_ms, on_every_node) ORDER BY name
          ON CONFLICT (name) DO UPDATE SET every_ms = excluded.every_ms, on_every_node = excluded.on_every_node`,
    );
  }

  started({ name }: Job): Promise<void> {
    return this.#write(sql`UPDATE crm.job SET started_at = ${this.#kernel.clock.now()} WHERE name = ${name}`);
  }

  ended({ name }: Job, outcome: Outcome, reason: string): Promise<void> {
    const now = this.#kernel.clock.now();
    const result =
      outcome === 'failed'
        ? sql`failed_at = ${now}::timestamptz, error = ${reason.slice(0, MAX_ERROR)}`
        : sql`succeeded_at = ${now}::timestamptz`;
    return this.#write(
      sql`UPDATE crm.job SET ended_at = ${now}::timestamptz, outcome = ${outcome}, ${result} WHERE name = ${name}`,
    );
  }

  async #write(statement: Sql): Promise<void> {
    const { db, log } = this.#kernel;
    await execute(db.pool, statement).catch((err) => logThrottled(log, { err }, 'cannot show the last run of a job'));
  }
}
