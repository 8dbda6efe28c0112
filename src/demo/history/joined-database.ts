import type pg from 'pg';
import type { Database, Tx } from '../../db/database.ts';
import { openTransactionOf } from '../../db/tx.ts';

/**
 * A database whose transactions and pools are all the transaction `tx`, so that everything is committed together or nothing
 * is. Transactions run one after the other, since on a connection of their own each could lock what another has.
 */
export function joinedDatabase(db: Database, tx: Tx): Database {
  const pool = poolOf(tx);
  let turn: Promise<unknown> = Promise.resolve();
  return {
    ...db,
    // Its models; a caller that opened a transaction by `$transaction` would find none.
    prisma: tx as unknown as Database['prisma'],
    pool,
    lookups: pool,
    openPool: () => pool,
    listen: async () => async () => undefined,
    flushNotifications: async () => false,
    transaction: (work) => {
      const result = turn.then(() => work(tx));
      turn = result.catch(() => undefined);
      return result;
    },
  };
}

const NO_ROWS = { rows: [], rowCount: 0 };

/**
 * `connect` gives the connection of the transaction, to any number of users. A text without values is a setting of a
 * connection, or begins or ends a transaction of its own, and does not apply here.
 */
function poolOf(tx: Tx): pg.Pool {
  const query = async (statement: pg.QueryConfig | string, values?: unknown[]) => {
    const config = typeof statement === 'string' && values ? { text: statement, values } : statement;
    return typeof config === 'string' ? NO_ROWS : openTransactionOf(tx).query(config);
  };
  const client = { query, release: () => undefined, on: () => client, off: () => client };
  return { query, connect: async () => client } as unknown as pg.Pool;
}
