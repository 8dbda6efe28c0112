import type { TRPCLink } from '@trpc/client';
import { observable } from '@trpc/server/observable';
import { errorOf } from './answer.ts';
import type { AppRouter } from './api.ts';
import { LastmileError } from './error.ts';

type Link = TRPCLink<AppRouter>;

/** Ends a call when its signal is aborted, even between two attempts. */
export function abortLink(): Link {
  return () =>
    ({ op, next }) =>
      observable((observer) => {
        const { signal, path } = op;
        const abort = () =>
          observer.error(new LastmileError({ kind: 'aborted', message: `${path}: aborted`, cause: signal?.reason }));
        if (signal?.aborted) return abort();
        signal?.addEventListener('abort', abort, { once: true });
        const attempts = next(op).subscribe(observer);
        return () => {
          signal?.removeEventListener('abort', abort);
          attempts.unsubscribe();
        };
      });
}

export interface AttemptOptions {
  readonly url: string;
  readonly timeoutMs: number;
}

/** Limits an attempt to `timeoutMs`, and converts every failure to a LastmileError. */
export function attemptLink({ url, timeoutMs }: AttemptOptions): Link {
  return () =>
    ({ op, next }) =>
      observable((observer) => {
        const onTimeout = () =>
          observer.error(
            new LastmileError({ kind: 'timeout', message: `${op.path}: no answer within ${timeoutMs} ms` }),
          );
        const timer = setTimeout(onTimeout, timeoutMs);
        const request = next(op).subscribe({
          next: (value) => observer.next(value),
          error: (error) => observer.error(errorOf(error, url)),
          complete: () => observer.complete(),
        });
        return () => {
          clearTimeout(timer);
          request.unsubscribe();
        };
      });
}
