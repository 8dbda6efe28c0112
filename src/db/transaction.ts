import { Prisma, type PrismaClient } from './generated/client.ts';
import { problemOf } from './problem.ts';
import type { Tx } from './tx.ts';

export interface TransactionOptions {
  /** Default: read committed. */
  readonly isolation?: keyof typeof Prisma.TransactionIsolationLevel;
  /** How long the work may take before it is rolled back. Default 30 s. */
  readonly timeoutMs?: number;
  /** How often the work is tried when it conflicts with others (serialization failure, deadlock). Default 5, 1 = no retry. */
  readonly attempts?: number;
}

/** How long to wait for a connection of the pool. */
const MAX_WAIT_MS = 10_000;

/**
 * Runs the work in one transaction and commits it. On a conflict it is rolled back and run again, so the work must not
 * have effects besides the database (those belong in the outbox).
 * @throws whatever the work throws, after a rollback; RolledBack when a failed statement was ignored
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
      await pause(attempt);
    }
  }
}

/** Random, so that two that met once do not meet again: at most 10, 20, 40, 80 … ms. */
function pause(attempt: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, Math.random() * 5 * 2 ** attempt);
  });
}
