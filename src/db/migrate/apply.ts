import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from '../../config/log.ts';
import { logThrottled } from '../throttled-log.ts';
import { record } from './history.ts';
import { type Migration, MigrationError } from './migration.ts';

/** Everyone who comes after a migration that waits for a lock waits too, so it gives up soon, and tries again later. */
const LOCK_TIMEOUT = '1s';
const RETRY_MS = 2_000;
const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Applies a migration and adds its row, in one transaction. While somebody reads a table for long, it tries again until it has
 * its locks; nobody waits longer than a second for it meanwhile.
 * @throws MigrationError
 */
export async function apply(client: pg.Client, migration: Migration, log: Logger): Promise<void> {
  const started = new Date();
  try {
    if (migration.outsideTransaction) await runSteps(client, migration);
    else while (!(await hasRun(client, migration, started, log))) await sleep(RETRY_MS);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    await record(client, migration, { started, logs: reason });
    const fate = migration.outsideTransaction ? 'failed' : 'failed and was rolled back';
    throw new MigrationError(`The migration ${migration.name} ${fate}: ${reason}.`, { cause: error });
  }
  if (migration.outsideTransaction) await record(client, migration, { started, logs: null });
}

/** False if it did not get a lock in time. */
async function hasRun(client: pg.Client, migration: Migration, started: Date, log: Logger): Promise<boolean> {
  await client.query('BEGIN');
  try {
    await client.query(`SET LOCAL lock_timeout = '${LOCK_TIMEOUT}'`);
    await client.query(migration.script); // without values: a simple query, which may contain many statements
    await record(client, migration, { started, logs: null });
    await client.query('COMMIT');
    return true;
  } catch (error) {
    await client.query('ROLLBACK');
    if (!(error instanceof pg.DatabaseError) || error.code !== LOCK_NOT_AVAILABLE) throw error;
    logThrottled(log, { err: error, migration: migration.name }, 'a migration waits until a table is free');
    return false;
  }
}

/** One by one, since several statements of one message are a transaction. What was done before a failure stays. */
async function runSteps(client: pg.Client, { script }: Migration): Promise<void> {
  for (const statement of script.split(/;[ \t]*\r?\n/)) if (statement.trim() !== '') await client.query(statement);
}
