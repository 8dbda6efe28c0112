import type pg from 'pg';
import { isTx, openTransactionOf, type Tx } from '../tx.ts';
import type { Sql } from './fragment.ts';
import { frequentStatementName, statementName } from './statement-name.ts';

/** Where a statement runs: a pool, a connection, or a transaction of `Database.transaction`. */
export type Runner = Pick<pg.Pool, 'query'> | Pick<pg.PoolClient, 'query'> | Tx;

interface RunOptions {
  /**
   * Keep the statement prepared on its connection, as those of transactions are that run often. For constant texts on the hot
   * path: it saves parsing, but after five runs PostgreSQL may use one generic plan for all values, which is wrong for LIKE
   * and for skewed columns.
   */
  readonly prepared?: boolean;
}

/**
 * Runs a statement and returns its rows, with the values of `types.ts` on a pool as well as in a transaction. The statements
 * of a transaction run in the order of the calls. Those that do not depend on each other's answers can be sent together, with
 * `Promise.all`, and then take one round trip.
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

/**
 * Sends a statement whose answer the work does not need: it is checked before the commit, and saves a round trip. If it fails,
 * the transaction is rolled back and fails with its error.
 */
export function send(tx: Tx, statement: Sql | undefined): void {
  if (!statement) return;
  const { text, values } = statement.render();
  openTransactionOf(tx).send(named(frequentStatementName(text), text, values));
}

async function run<T extends object>(on: Runner, statement: Sql, { prepared = false }: RunOptions) {
  const { text, values } = statement.render();
  if (isPool(on)) return on.query<T>(named(prepared ? statementName(text) : undefined, text, values));
  const name = prepared ? statementName(text) : frequentStatementName(text);
  return openTransactionOf(on).query<T>(named(name, text, values));
}

const isPool = (on: Runner): on is Exclude<Runner, Tx> => !isTx(on) && 'query' in on;

const named = (name: string | undefined, text: string, values: unknown[]): pg.QueryConfig =>
  name === undefined ? { text, values } : { name, text, values };
