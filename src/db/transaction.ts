import { setTimeout as sleep } from 'node:timers/promises';
import { Prisma, type PrismaClient } from './generated/client.ts';
import { problemOf } from './problem.ts';
import type { Tx } from './tx.ts';

export interface TransactionOptions {
  /** Default: read committed. */
  readonly isolation?: keyof typeof Prisma.TransactionIsolationLevel;
  /** Time limit of the work, after which it is rolled back. Default 30 s. */
  readonly timeoutMs?: number;
  /** Maximum number of attempts on conflicts (serialization failure, deadlock). Default 5; 1 means no retry. */
  readonly attempts?: number;
}

/** Time limit for a free connection of the pool. */
const MAX_WAIT_MS = 10_000;

/**
 * Runs the work in one transaction and commits it. After a conflict the work is run again, so it must have no effects outside
 * the database (those belong in the outbox).
 * @throws what the work throws, after a rollback; RolledBack if it ignored a failed statement
 */
export async function runTransaction<T>(
  prisma: PrismaClient,
  work: (tx: Tx) => Promise<T>,
  { isolation, timeoutMs = 30_000, attempts = 5 }: TransactionOptions = {},
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await prisma.$transaction(work, {
        timeout: timeoutMs,
        maxWait: MAX_WAIT_MS,
        ...(isolation ? { isolationLevel: Prisma.TransactionIsolationLevel[isolation] } : {}),
      });
    } catch (error) {
      if (attempt >= attempts || problemOf(error)?.kind !== 'conflict') throw error;
      // Random, so that two transactions in conflict do not meet again: up to 10, 20, 40, 80 … ms.
      await sleep(Math.random() * 5 * 2 ** attempt);
    }
  }
}
