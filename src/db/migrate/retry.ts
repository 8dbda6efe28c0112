import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from '../../config/log.ts';
import { logThrottled } from '../throttled-log.ts';

/** Everyone who comes after a change that waits for a lock waits too, so it gives up soon, and tries again later. */
const LOCK_TIMEOUT = '1s';
const RETRY_MS = 2_000;
const NOT_NOW = ['55P03', '40P01']; // lock_not_available, deadlock_detected

/** Somebody else has what the work needs: it has done nothing, and succeeds later. */
export const isLockFailure = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && NOT_NOW.includes(error.code ?? '');

export interface Attempted {
  readonly log: Logger;
  /** What waits, for the log. */
  readonly what: Readonly<Record<string, string>>;
  readonly message: string;
}

/**
 * Runs the work in one transaction. While somebody has a table for long, it tries again until it has its locks; nobody waits
 * longer than a second for it meanwhile.
 */
export async function inOneTransaction(client: pg.Client, work: () => Promise<void>, told: Attempted): Promise<void> {
  while (!(await hasRun(client, work, told))) await sleep(RETRY_MS);
}

/** False if it did not get a lock in time. */
async function hasRun(
  client: pg.Client,
  work: () => Promise<void>,
  { log, what, message }: Attempted,
): Promise<boolean> {
  await client.query('BEGIN');
  try {
    await client.query(`SET LOCAL lock_timeout = '${LOCK_TIMEOUT}'`);
    await work();
    await client.query('COMMIT');
    return true;
  } catch (error) {
    await client.query('ROLLBACK');
    if (!isLockFailure(error)) throw error;
    logThrottled(log, { err: error, ...what }, message);
    return false;
  }
}
