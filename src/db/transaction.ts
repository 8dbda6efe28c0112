import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Logger } from '../config/log.ts';
import type { Change } from './change.ts';
import { OpenTransaction } from './open-transaction.ts';
import type { Participant, PrismaConnection } from './prisma.ts';
import { problemOf } from './problem.ts';
import { logThrottled } from './throttled-log.ts';
import { type Tx, txOf } from './tx.ts';

const BEGIN = {
  ReadCommitted: 'BEGIN',
  RepeatableRead: 'BEGIN ISOLATION LEVEL REPEATABLE READ',
  Serializable: 'BEGIN ISOLATION LEVEL SERIALIZABLE',
} as const;

export interface TransactionOptions {
  /** Default: read committed. */
  readonly isolation?: keyof typeof BEGIN;
  /** Time limit of the work, after which it is rolled back. Default 30 s. */
  readonly timeoutMs?: number;
  /**
   * Maximum number of attempts on conflicts (serialization failure, deadlock), and where the server ended the transaction
   * because this program did not go on with it in time. Default 5; 1 means no retry.
   */
  readonly attempts?: number;
}

/** What transactions run on. */
export interface TransactionSource {
  readonly pool: pg.Pool;
  readonly prisma: PrismaConnection;
  readonly log: Logger;
  /** Time limit of work that has no other. */
  readonly timeoutMs: number;
  /** Called after each transaction, however it ended. */
  readonly afterwards: (ended: Ended) => void;
}

/** How a transaction ended. */
export interface Ended {
  /** Whether the nodes are to be notified of something. */
  readonly notifies: boolean;
  /** What it changed; undefined also if it may not have been committed. */
  readonly change: Change | undefined;
}

/** What `crm.tell_connection` sets. The server reports it with the answer to the statement, so it costs no packet. */
const NOTIFIED = { parameterName: 'application_name', parameterValue: 'lastmile notified' };

/** Calls `heard` when a statement on the connection has notified something, until the returned function is called. */
function onNotified({ connection }: pg.PoolClient, heard: () => void): () => void {
  const hear = ({ parameterName, parameterValue }: typeof NOTIFIED): void => {
    if (parameterName === NOTIFIED.parameterName && parameterValue === NOTIFIED.parameterValue) heard();
  };
  connection.on('parameterStatus', hear);
  return () => connection.off('parameterStatus', hear);
}

/**
 * Runs the work in one transaction and commits it. After a conflict the work is run again, so it must have no effects outside
 * the database (those belong in the outbox).
 * @throws what the work throws, after a rollback; RolledBack if it ignored a failed statement
 */
export async function runTransaction<T>(
  source: TransactionSource,
  work: (tx: Tx) => Promise<T>,
  options: TransactionOptions = {},
): Promise<T> {
  const { attempts = 5 } = options;
  for (let attempt = 1; ; attempt++) {
    try {
      return await runOnce(source, work, options);
    } catch (error) {
      if (attempt >= attempts || !mayBeRepeated(error)) throw error;
      // Random, so that two transactions in conflict do not meet again: up to 10, 20, 40, 80 … ms.
      await sleep(Math.random() * 5 * 2 ** attempt);
    }
  }
}

/** What the server says when it ends a transaction that waits for its next statement, so one that was not committed. */
const ENDED_IDLE = '25P03';

function mayBeRepeated(error: unknown): boolean {
  const problem = problemOf(error);
  return problem?.kind === 'conflict' || problem?.code === ENDED_IDLE;
}

async function runOnce<T>(
  { pool, prisma, log, afterwards, timeoutMs: usualMs }: TransactionSource,
  work: (tx: Tx) => Promise<T>,
  { isolation = 'ReadCommitted', timeoutMs = usualMs }: TransactionOptions,
): Promise<T> {
  const client = await pool.connect();
  // The reason of the first loss; what fails because of it does not say.
  let lost: Error | undefined;
  const noteLoss = (err: Error): void => {
    lost ??= err;
    logThrottled(log, { err }, 'a database connection in use was lost');
  };
  const transaction = new OpenTransaction(client, { begin: BEGIN[isolation], timeoutMs });
  const stopHearing = onNotified(client, () => {
    transaction.notifies = true;
  });
  client.on('error', noteLoss);
  let participant: Promise<Participant> | undefined;
  let isOver = false;
  const join = async (): Promise<Participant> => {
    if (isOver) throw new Error('this transaction has ended');
    participant ??= prisma.join(transaction);
    return participant;
  };
  const leave = async (): Promise<void> => {
    isOver = true;
    await (await participant)?.leave();
  };
  let broken = false;
  // Until it is known not to be: a commit whose answer was lost has happened.
  let ended: Ended = { notifies: true, change: undefined };
  try {
    const result = await work(txOf(transaction, { join }));
    await leave();
    await transaction.commit();
    ended = transaction;
    return result;
  } catch (error) {
    await leave().catch(() => undefined);
    await transaction.rollback().catch(() => {
      broken = true;
    });
    throw problemOf(lost)?.code === ENDED_IDLE ? lost : transaction.causeOf(error);
  } finally {
    client.off('error', noteLoss);
    stopHearing();
    client.release(broken);
    afterwards(ended);
  }
}
