import { randomUUID } from 'node:crypto';
import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import type { Logger } from '../config/log.ts';
import { rememberOriginal } from './problem.ts';

type Connected = Awaited<ReturnType<PrismaPg['connect']>>;
type AdapterTransaction = Awaited<ReturnType<Connected['startTransaction']>>;

/** Prisma's Text, in the numbers its adapters speak. */
const TEXT = 7;

/** Asked inside a transaction, the adapter answers this itself: a ticket for `connectionOf`. */
export const TICKET_QUERY = '/* lastmile: ticket of this transaction */';

/** Connections of the transactions that are open, by ticket. */
const open = new Map<string, pg.PoolClient>();

/** The connection a transaction runs on. @throws Error when the transaction has ended */
export function connectionOf(ticket: string): pg.PoolClient {
  const client = open.get(ticket);
  if (!client) throw new Error('this transaction has ended');
  return client;
}

/** A statement failed, the failure was swallowed, and so PostgreSQL turned the commit into a rollback. */
export class RolledBack extends Error {
  override readonly name = 'RolledBack';

  constructor() {
    super('nothing was saved: a statement of this transaction had failed and its error was ignored');
  }
}

/**
 * Prisma's adapter for `pg` over a pool of ours, with three things added: the connection of a transaction can be had for
 * raw SQL (so that its values are those of `types.ts` and it is as fast as `pg`), a commit that did not commit is an
 * error, and the server's own error is kept for `problemOf`.
 */
export function prismaAdapter(pool: pg.Pool, log: Logger) {
  const inner = new PrismaPg(pool, {
    disposeExternalPool: true,
    onConnectionError: (error) => log.warn({ reason: error.message }, 'a database connection in use broke'),
  });
  return {
    provider: inner.provider,
    adapterName: inner.adapterName,
    async connect(): Promise<Connected> {
      const adapter = await inner.connect();
      keepOriginals(adapter);
      const start = adapter.startTransaction.bind(adapter);
      adapter.startTransaction = async (level) => watched(await start(level));
      return adapter;
    },
  };
}

function watched(transaction: AdapterTransaction): AdapterTransaction {
  keepOriginals(transaction);
  const client = clientIn(transaction);
  const ticket = randomUUID();
  open.set(ticket, client);
  const { queryRaw, executeRaw, commit, rollback } = bound(transaction);
  transaction.queryRaw = async (query) =>
    query.sql === TICKET_QUERY ? { columnNames: ['ticket'], columnTypes: [TEXT], rows: [[ticket]] } : queryRaw(query);
  transaction.executeRaw = async (query) => {
    if (query.sql !== 'COMMIT') return executeRaw(query);
    open.delete(ticket);
    return commitTruly(client, () => executeRaw(query));
  };
  transaction.commit = () => commit().finally(() => open.delete(ticket));
  transaction.rollback = () => rollback().finally(() => open.delete(ticket));
  return transaction;
}

function bound(transaction: AdapterTransaction) {
  return {
    queryRaw: transaction.queryRaw.bind(transaction),
    executeRaw: transaction.executeRaw.bind(transaction),
    commit: transaction.commit.bind(transaction),
    rollback: transaction.rollback.bind(transaction),
  };
}
