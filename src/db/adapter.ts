import { randomUUID } from 'node:crypto';
import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import type { Logger } from '../config/log.ts';
import { rememberOriginal } from './problem.ts';
import { logThrottled } from './throttled-log.ts';

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
    onConnectionError: (err) => logThrottled(log, { err }, 'a database connection in use was lost'),
  });
  return {
    provider: 'postgres' as const,
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
    // Prisma's own way does not look at what the server did.
    const { command } = await client.query('COMMIT');
    if (command !== 'COMMIT') throw new RolledBack();
    return 0;
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

/** Prisma's adapter keeps its connection to itself; the version is pinned, and a test notices when this changes. */
function clientIn(transaction: AdapterTransaction): pg.PoolClient {
  const client: unknown = Reflect.get(transaction, 'client');
  if (!isPoolClient(client)) throw new Error('the database adapter of this Prisma version is built differently');
  return client;
}

function isPoolClient(value: unknown): value is pg.PoolClient {
  return value instanceof pg.Client && 'release' in value;
}

/** Every failed statement goes through `onError` of the adapter, which throws an error of its own. */
function keepOriginals(queryable: object): void {
  const convert: unknown = Reflect.get(queryable, 'onError');
  if (typeof convert !== 'function')
    throw new Error('the database adapter of this Prisma version is built differently');
  Object.defineProperty(queryable, 'onError', {
    value(original: unknown) {
      try {
        convert.call(queryable, original);
      } catch (converted) {
        if (converted !== null && typeof converted === 'object' && converted !== original) {
          rememberOriginal(converted, original);
        }
        throw converted;
      }
    },
  });
}
