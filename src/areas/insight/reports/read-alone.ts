import type pg from 'pg';
import { Fault } from '../../../core/fault.ts';
import { problemOf } from '../../../db/problem.ts';
import type { ReportCall } from './report.ts';

/** Of a report that somebody waits for. */
const TIMEOUT_MS = 20_000;
/** Of a prepared one. */
export const PREPARED_TIMEOUT_MS = 15 * 60_000;

/** Time to compile a statement is longer than it saves here, and a report groups many rows. A cursor is read to its end. */
const SETTINGS = `SET LOCAL jit = off; SET LOCAL work_mem = '64MB'; SET LOCAL cursor_tuple_fraction = 1`;

/** A connection of `pg` knows the process that serves it. */
type Client = pg.PoolClient & { readonly processID?: number };

/** In a read-only transaction of its own, since it has settings of its own. @throws Fault if it takes too long */
export async function readAlone<T>(
  pool: pg.Pool,
  { prepared = false, signal }: Pick<ReportCall, 'prepared' | 'signal'>,
  read: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const timeoutMs = prepared ? PREPARED_TIMEOUT_MS : TIMEOUT_MS;
  const client: Client = await pool.connect();
  const cancel = () => void pool.query('SELECT pg_cancel_backend($1)', [client.processID]).catch(() => undefined);
  let failure: Error | undefined;
  try {
    signal?.throwIfAborted();
    signal?.addEventListener('abort', cancel, { once: true });
    await client.query('BEGIN READ ONLY');
    await client.query(`SET LOCAL statement_timeout = ${timeoutMs}; ${SETTINGS}`);
    const result = await read(client);
    await client.query('COMMIT');
    signal?.throwIfAborted();
    return result;
  } catch (error) {
    failure = error instanceof Error ? error : new Error(String(error));
    signal?.throwIfAborted();
    if (problemOf(error)?.code === '57014') throw tooLong(prepared, error);
    throw error;
  } finally {
    signal?.removeEventListener('abort', cancel);
    client.release(failure); // closed after a failure, so its transaction ends, and a cancellation meets no other statement
  }
}

function tooLong(prepared: boolean, cause: unknown): Fault {
  const advice = prepared
    ? 'ask for fewer days or one reseller'
    : 'have it prepared, or ask for fewer days or one reseller';
  // Not `unavailable`, which clients repeat: it would take as long again.
  return new Fault('tooLarge', `the report takes too long; ${advice}`, { cause });
}
