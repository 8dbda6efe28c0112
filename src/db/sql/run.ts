import { createHash } from 'node:crypto';
import type pg from 'pg';
import { clientOf, isTx, type Tx } from '../tx.ts';
import type { Sql } from './fragment.ts';

/** Where a statement runs: a pool, a connection, or a transaction of `Database.transaction`. */
export type Runner = Pick<pg.Pool, 'query'> | Pick<pg.PoolClient, 'query'> | Tx;

interface RunOptions {
  /**
   * Keep the statement prepared on its connection. For constant texts on the hot path: it saves parsing, but after five runs
   * PostgreSQL may use one generic plan for all values, which is wrong for LIKE and for skewed columns.
   */
  readonly prepared?: boolean;
}

/**
 * Runs a statement and returns its rows, with the values of `types.ts` on a pool as well as in a transaction. In a
 * transaction, run one statement at a time.
 */
export async function query<T extends object>(on: Runner, statement: Sql, options: RunOptions = {}): Promise<T[]> {
  const { rows } = await run<T>(on, statement, options);
  return rows;
}

/** Runs a statement and returns the number of affected rows. */
export async function execute(on: Runner, statement: Sql, options: RunOptions = {}): Promise<number> {
  const { rowCount } = await run(on, statement, options);
  return rowCount ?? 0;
}

async function run<T extends object>(on: Runner, statement: Sql, { prepared = false }: RunOptions) {
  const { text, values } = statement.render();
  const runner = isTx(on) ? await clientOf(on) : on;
  return runner.query<T>(prepared ? { name: nameOf(text), text, values } : { text, values });
}

/** The name of a prepared statement: one per text. */
function nameOf(text: string): string {
  const known = names.get(text);
  if (known) return known;
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 24);
  names.set(text, name);
  return name;
}

const names = new Map<string, string>();
