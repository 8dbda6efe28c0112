import type pg from 'pg';
import type { Logger } from '../config/log.ts';
import { problemOf } from './problem.ts';

const CHECK_MS = 1_000;
/** What is read from a standby is at most this old. */
const MAX_LAG_MS = 10_000;
/** A comparison that lasts longer has met a server that says nothing. */
const SILENT_MS = 2_000;

/** A place in the primary's log, and when it was there. */
interface Milestone {
  readonly at: number;
  readonly position: bigint;
}

export interface StandbyOptions {
  readonly primary: pg.Pool;
  readonly standby: pg.Pool;
  readonly log: Pick<Logger, 'info' | 'warn'>;
}

/**
 * A server that follows the primary, for reads that may be some seconds old. Once a second it is compared with the primary's
 * log, so its age is known even when nothing changes, or when it has lost the primary.
 */
export class Standby {
  readonly #options: StandbyOptions;
  /** Places that the standby has not reached yet. */
  #ahead: Milestone[] = [];
  /** It has everything that the primary had then. */
  #currentAt = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;
  #checking: Promise<void> | undefined;
  #checkedSince = 0;
  #keepsUp = false;

  constructor(options: StandbyOptions) {
    this.#options = options;
  }

  start(): void {
    this.#timer = setInterval(() => void this.check(), CHECK_MS).unref();
    void this.check();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** How old its data are at most, in milliseconds; infinite before the first comparison. */
  get lagMs(): number {
    return performance.now() - this.#currentAt;
  }

  /** Runs the work on the standby, or on the primary if the standby does not keep up or gives up. */
  async read<T>(work: (pool: pg.Pool) => Promise<T>): Promise<T> {
    const { primary, standby } = this.#options;
    if (!this.#isCurrent()) return work(primary);
    try {
      return await work(standby);
    } catch (error) {
      // A standby cancels statements whose rows it must remove (`max_standby_streaming_delay`).
      if (!['conflict', 'unavailable'].includes(problemOf(error)?.kind ?? '')) throw error;
      return work(primary);
    }
  }

  /** Compares it with the primary. Never rejects. */
  check(): Promise<void> {
    this.#checking ??= this.#begin();
    return this.#checking;
  }

  #begin(): Promise<void> {
    this.#checkedSince = performance.now();
    return this.#compare()
      .catch(() => undefined) // its age grows
      .finally(() => {
        this.#checking = undefined;
        this.#tellChange();
      });
  }

  #isCurrent(): boolean {
    const isSilent = this.#checking !== undefined && performance.now() - this.#checkedSince > SILENT_MS;
    return !isSilent && this.lagMs <= MAX_LAG_MS;
  }

  async #compare(): Promise<void> {
    const { primary, standby } = this.#options;
    const at = performance.now();
    const position = await positionOf(primary);
    this.#ahead.push({ at, position });
    const reached = await positionOf(standby);
    for (const milestone of this.#ahead) if (milestone.position <= reached) this.#currentAt = milestone.at;
    this.#ahead = this.#ahead.filter((milestone) => milestone.position > reached && at - milestone.at <= MAX_LAG_MS);
  }

  #tellChange(): void {
    const keepsUp = this.#isCurrent();
    if (keepsUp === this.#keepsUp) return;
    this.#keepsUp = keepsUp;
    if (keepsUp) this.#options.log.info('the standby of DATABASE_READ_URL keeps up; reading from the standby');
    else this.#options.log.warn('the standby of DATABASE_READ_URL lags; reading from the primary');
  }
}

/** How far the server has written, or as a standby replayed, the log. */
async function positionOf(pool: pg.Pool): Promise<bigint> {
  const { rows } = await pool.query<{ position: string }>(
    `SELECT (CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() ELSE pg_current_wal_lsn() END - '0/0')::text AS position`,
  );
  return BigInt(rows[0]?.position ?? 0);
}
