import { randomUUID } from 'node:crypto';
import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import type { Logger } from '../config/log.ts';
import { rememberOriginal } from './problem.ts';
import { frequentStatementName } from './sql/statement-name.ts';
import { logThrottled } from './throttled-log.ts';

type Connected = Awaited<ReturnType<PrismaPg['connect']>>;
type AdapterTransaction = Awaited<ReturnType<Connected['startTransaction']>>;

/** The column type Text in Prisma's driver adapters. */
const TEXT = 7;

/** The adapter itself answers this query in a transaction, with a ticket for `connectionOf`. */
export const TICKET_QUERY = '/* lastmile: ticket of this transaction */';

/** Connections of the open transactions, by ticket. */
const connections = new Map<string, pg.PoolClient>();

/** The connection of a transaction. @throws Error when the transaction has ended */
export function connectionOf(ticket: string): pg.PoolClient {
  const client = connections.get(ticket);
  if (!client) throw new Error('this transaction has ended');
  return client;
}

/** PostgreSQL rolled back at COMMIT, because a statement had failed and the work ignored its error. */
export class RolledBack extends Error {
  override readonly name = 'RolledBack';

  constructor() {
    super('nothing was saved: a statement of this transaction had failed and its error was ignored');
  }
}

/**
 * Prisma's adapter for `pg` on our pool, with three additions:
 * - the connection of a transaction is available for raw SQL, with the speed of `pg` and the values of `types.ts`;
 * - a commit that PostgreSQL turned into a rollback is an error;
 * - the server's error is kept for `problemOf`.
 */
export function prismaAdapter(pool: pg.Pool, log: Logger) {
  const inner = new PrismaPg(pool, {
    disposeExternalPool: true,
    // An empty name is that of no prepared statement.
    statementNameGenerator: ({ sql }) => frequentStatementName(sql) ?? '',
    onConnectionError: (err) => logThrottled(log, { err }, 'a database connection in use was lost'),
  });
  return {
    provider: 'postgres' as const,
    adapterName: inner.adapterName,
    async connect(): Promise<Connected> {
      const adapter = await inner.connect();
      keepServerErrors(adapter);
      const startTransaction = adapter.startTransaction.bind(adapter);
      adapter.startTransaction = async (level) => extended(await startTransaction(level));
      return adapter;
    },
  };
}

function extended(transaction: AdapterTransaction): AdapterTransaction {
  keepServerErrors(transaction);
  const client = clientIn(transaction);
  const ticket = randomUUID();
  connections.set(ticket, client);
  const { queryRaw, executeRaw, commit, rollback } = boundMethods(transaction);
  transaction.queryRaw = async (query) =>
    query.sql === TICKET_QUERY ? { columnNames: ['ticket'], columnTypes: [TEXT], rows: [[ticket]] } : queryRaw(query);
  transaction.executeRaw = async (query) => {
    if (query.sql !== 'COMMIT') return executeRaw(query);
    // Prisma ignores whether the server committed or rolled back.
    const { command } = await client.query('COMMIT');
    if (command !== 'COMMIT') throw new RolledBack();
    return 0;
  };
  transaction.commit = () => commit().finally(() => connections.delete(ticket));
  transaction.rollback = () => rollback().finally(() => connections.delete(ticket));
  return transaction;
}

function boundMethods(transaction: AdapterTransaction) {
  return {
    queryRaw: transaction.queryRaw.bind(transaction),
    executeRaw: transaction.executeRaw.bind(transaction),
    commit: transaction.commit.bind(transaction),
    rollback: transaction.rollback.bind(transaction),
  };
}

/** Prisma's adapter keeps its connection private; its version is pinned, and a test fails if this changes. */
function clientIn(transaction: AdapterTransaction): pg.PoolClient {
  const client: unknown = Reflect.get(transaction, 'client');
  if (!isPoolClient(client)) throw new Error('this version of Prisma has a different database adapter');
  return client;
}

function isPoolClient(value: unknown): value is pg.PoolClient {
  return value instanceof pg.Client && 'release' in value;
}

/** The adapter passes every error to its `onError`, which throws a converted one. */
function keepServerErrors(queryable: object): void {
  const convert: unknown = Reflect.get(queryable, 'onError');
  if (typeof convert !== 'function') throw new Error('this version of Prisma has a different database adapter');
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
