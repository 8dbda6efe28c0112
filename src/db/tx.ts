import type pg from 'pg';
import { connectionOf, TICKET_QUERY } from './adapter.ts';
import type { Prisma } from './generated/client.ts';

/** Prisma's client in a transaction; `query` of `sql.ts` accepts it too. */
export type Tx = Prisma.TransactionClient;

const tickets = new WeakMap<object, string>();

export function isTx(value: object): value is Tx {
  return '$queryRawUnsafe' in value;
}

/** The connection of a transaction, for raw SQL. @throws Error when the transaction has ended */
export async function clientOf(tx: Tx): Promise<pg.PoolClient> {
  const known = tickets.get(tx);
  if (known) return connectionOf(known);
  const [row] = await tx.$queryRawUnsafe<{ ticket: string }[]>(TICKET_QUERY);
  if (!row) throw new Error('raw SQL runs on Database.pool, or in a transaction of Database.transaction');
  tickets.set(tx, row.ticket);
  return connectionOf(row.ticket);
}
