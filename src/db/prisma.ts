import { PrismaPg } from '@prisma/adapter-pg';
import type pg from 'pg';
import type { Logger } from '../config/log.ts';
import { Prisma, PrismaClient } from './generated/client.ts';
import type { OpenTransaction } from './open-transaction.ts';
import { rememberOriginal } from './problem.ts';
import { frequentStatementName } from './sql/statement-name.ts';
import { logThrottled } from './throttled-log.ts';

type Connected = Awaited<ReturnType<PrismaPg['connect']>>;
type AdapterTransaction = Awaited<ReturnType<Connected['startTransaction']>>;

/** Prisma's client in a transaction that it did not open. */
export interface Participant {
  readonly client: Prisma.TransactionClient;
  /** Waits for its statements on their way and refuses others. */
  leave(): Promise<void>;
}

/** The longest delay of a timer: the transaction itself has the time limit. */
const NO_LIMIT_MS = 2 ** 31 - 1;

/** Prisma's client on our pool, which can also take part in transactions of ours. */
export class PrismaConnection {
  readonly client: PrismaClient;
  readonly #log: Logger;
  /** The transaction that Prisma is joining: one at a time, since Prisma does not say for whom it starts one. */
  #joining: OpenTransaction | undefined;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(pool: pg.Pool, log: Logger) {
    this.#log = log;
    // `minimal`: a source excerpt in every error would cost milliseconds.
    this.client = new PrismaClient({ adapter: this.#adapter(pool), errorFormat: 'minimal' });
  }

  join(transaction: OpenTransaction): Promise<Participant> {
    const participant = this.#turn.then(() => this.#join(transaction));
    this.#turn = participant.catch(() => undefined);
    return participant;
  }

  #join(transaction: OpenTransaction): Promise<Participant> {
    this.#joining = transaction;
    return new Promise<Participant>((resolve, reject) => {
      let end: (() => void) | undefined;
      const left = new Promise<void>((done) => {
        end = done;
      });
      const ended = this.client.$transaction(
        async (client) => {
          const leave = () => {
            end?.();
            return ended;
          };
          resolve({ client, leave });
          await left;
        },
        // The level tells this transaction from those that Prisma opens for itself.
        { timeout: NO_LIMIT_MS, isolationLevel: Prisma.TransactionIsolationLevel.ReadCommitted },
      );
      ended.catch(reject);
    }).finally(() => {
      this.#joining = undefined;
    });
  }

  #adapter(pool: pg.Pool) {
    const log = this.#log;
    const inner = new PrismaPg(pool, {
      // An empty name is that of no prepared statement.
      statementNameGenerator: ({ sql }) => frequentStatementName(sql) ?? '',
      onConnectionError: (err) => logThrottled(log, { err }, 'a database connection in use was lost'),
    });
    return {
      provider: 'postgres' as const,
      adapterName: inner.adapterName,
      connect: async (): Promise<Connected> => {
        const adapter = await inner.connect();
        keepServerErrors(adapter);
        const startTransaction = adapter.startTransaction.bind(adapter);
        adapter.startTransaction = async (level) => {
          if (level && this.#joining) return joined(adapter, this.#joining);
          const transaction = await startTransaction(level);
          keepServerErrors(transaction);
          return transaction;
        };
        return adapter;
      },
    };
  }
}

/**
 * The adapter with the transaction in place of its pool. Prisma's adapter keeps its `client` private; its version is pinned,
 * and tests fail if this changes.
 */
function joined(adapter: Connected, transaction: OpenTransaction): AdapterTransaction {
  if (!Object.hasOwn(adapter, 'client')) throw new Error('this version of Prisma has a different database adapter');
  const nothing = async (): Promise<void> => undefined;
  return Object.create(adapter, {
    client: { value: transaction },
    // Prisma calls `commit` and `rollback` instead of sending statements.
    options: { value: { usePhantomQuery: true } },
    commit: { value: nothing },
    rollback: { value: nothing },
  });
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
