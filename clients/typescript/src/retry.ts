import { retryLink, type TRPCLink } from '@trpc/client';
import type { AppRouter } from './api.ts';
import { type ErrorKind, isLastmileError } from './error.ts';

/** Failures that do not depend on the request, so that a retry may succeed. */
const TRANSIENT: readonly ErrorKind[] = ['network', 'tooMany', 'unavailable'];
const FIRST_DELAY_MS = 250;
const MAX_DELAY_MS = 5_000;

/**
 * Retries reads and changes with an `idempotency_key`, up to `retries` times. Other mutations are never retried: if a response
 * is lost, only the caller can know whether repeating the change is harmless.
 */
export function retryIdempotent(retries: number): TRPCLink<AppRouter> {
  return retryLink<AppRouter>({
    retry: ({ op, error, attempts }) =>
      (op.type === 'query' || hasKey(op.input)) &&
      attempts <= retries &&
      isLastmileError(error) &&
      TRANSIENT.includes(error.kind),
    retryDelayMs: delayMs,
  });
}

function hasKey(input: unknown): boolean {
  return typeof (input as { idempotency_key?: unknown } | undefined)?.idempotency_key === 'string';
}

/** Doubles with each attempt. The upper half is random, so that clients cut off together do not return together. */
function delayMs(attempts: number): number {
  const max = Math.min(FIRST_DELAY_MS * 2 ** (attempts - 1), MAX_DELAY_MS);
  return max * (0.5 + Math.random() / 2);
}
