import type pg from 'pg';
import type { Database } from '../../../../db/database.ts';
import { query, sql } from '../../../../db/sql.ts';
import { ADJUSTMENT_CHECKS } from './adjustment-checks.ts';
import type { Check } from './check.ts';
import { CREDIT_CHECKS } from './credit-checks.ts';
import { INVOICE_CHECKS } from './invoice-checks.ts';
import { LEDGER_CHECKS } from './ledger-checks.ts';
import { RUNNING_BALANCE_CHECKS } from './running-balance-checks.ts';

const CHECKS: readonly Check[] = [
  ...LEDGER_CHECKS,
  ...INVOICE_CHECKS,
  ...RUNNING_BALANCE_CHECKS,
  ...CREDIT_CHECKS,
  ...ADJUSTMENT_CHECKS,
];

/** The result of one check. */
export interface Finding {
  readonly name: string;
  readonly invariant: string;
  /** Number of all checks. */
  readonly of: number;
  readonly checked: number;
  readonly wrong: number;
  /** The first problems, in words. */
  readonly problems: readonly string[];
}

/** Enough to read; `wrong` counts all. */
const MAX_SHOWN = 20;

/**
 * Runs all checks of the ledger, the invoices and the balances in one snapshot. It changes and locks nothing. The database does
 * the counting, so memory does not grow with the data. Aborting the signal cancels the current check.
 */
export async function verifyLedger(
  { pool }: Pick<Database, 'pool'>,
  { each, signal }: { each?: (finding: Finding) => unknown; signal?: AbortSignal } = {},
): Promise<Finding[]> {
  const client = await pool.connect();
  const finished = new AbortController();
  let cancelling: Promise<unknown> | undefined;
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    await client.query('SET LOCAL statement_timeout = 0');
    const cancel = await canceller(pool, client);
    const onAbort = () => {
      cancelling = cancel();
    };
    signal?.addEventListener('abort', onAbort, { signal: finished.signal });
    const findings: Finding[] = [];
    for (const check of CHECKS) {
      signal?.throwIfAborted();
      const finding = await run(client, check);
      await each?.(finding);
      findings.push(finding);
    }
    return findings;
  } finally {
    finished.abort();
    await cancelling;
    await giveBack(client, signal?.aborted ?? false);
  }
}

/** PostgreSQL acts on a cancel after it has answered it: a connection used again could lose a statement of the next caller. */
async function giveBack(client: pg.PoolClient, cancelled: boolean): Promise<void> {
  if (cancelled) return client.release(true);
  await client.query('ROLLBACK').then(
    () => client.release(),
    (error: Error) => client.release(error),
  );
}

async function run(client: pg.PoolClient, { name, invariant, items }: Check): Promise<Finding> {
  const [counts] = await query<{ checked: number; wrong: number }>(
    client,
    sql`SELECT count(*) AS checked, count(problem) AS wrong FROM (${items}) i`,
  );
  if (!counts) throw new Error('a count has no row');
  const { checked, wrong } = counts;
  return {
    name,
    invariant,
    of: CHECKS.length,
    checked,
    wrong,
    problems: wrong === 0 ? [] : await problemsOf(client, items),
  };
}

async function problemsOf(client: pg.PoolClient, items: Check['items']): Promise<string[]> {
  const rows = await query<{ item: string; problem: string }>(
    client,
    sql`SELECT item, problem FROM (${items}) i WHERE problem IS NOT NULL ORDER BY length(item), item LIMIT ${MAX_SHOWN}`,
  );
  return rows.map(({ item, problem }) => `${item}: ${problem}`);
}

/** Asks PostgreSQL to cancel the statement that is running on the connection, which then fails. Never rejects. */
async function canceller(pool: pg.Pool, client: pg.PoolClient): Promise<() => Promise<unknown>> {
  const [row] = await query<{ pid: number }>(client, sql`SELECT pg_backend_pid() AS pid`);
  return () => query(pool, sql`SELECT pg_cancel_backend(${row?.pid ?? null})`).catch(() => undefined);
}
