import { retryLink, type TRPCLink } from '@trpc/client';
import type { AppRouter } from './api.ts';
import { type ErrorKind, isLastmileError } from './error.ts';

/** Failures that say nothing about the request itself, so that the same one may succeed a moment later. */
const PASSING: readonly ErrorKind[] = ['network', 'tooMany', 'unavailable'];
const FIRST_DELAY_MS = 250;
const LONGEST_DELAY_MS = 5_000;

/**
 * Repeats up to `retries` times what may come twice: reads, and changes with an `idempotency_key`, which a node makes once however
 * often it is asked. Any other mutation is sent once: where its answer is lost, nobody but the caller can know whether doing it
 * again is harmless.
 */
export function retryRepeatable(retries: number): TRPCLink<AppRouter> {
  return retryLink<AppRouter>({
    retry: ({ op, error, attempts }) =>
      (op.type === 'query' || hasKey(op.input)) &&
      attempts <= retries &&
      isLastmileError(error) &&
      PASSING.includes(error.kind),
    retryDelayMs: delayMs,
  });
}

function hasKey(input: unknown): boolean {
  return typeof (input as { idempotency_key?: unknown } | undefined)?.idempotency_key === 'string';
}

/** Doubles with each attempt; the upper half is random, so that clients cut off together do not return together. */
function delayMs(attempts: number): number {
  const longest = Math.min(FIRST_DELAY_MS * 2 ** (attempts - 1), LONGEST_DELAY_MS);
  return longest * (0.5 + Math.random() / 2);
}
