import type { HTTPLinkOptions, TRPCClientError } from '@trpc/client';
import type { AppRouter } from './api.ts';
import { type ErrorKind, LastmileError } from './error.ts';

/** An answer that cannot be a node's: thrown before tRPC tries to read it, because only here its status is known. */
class ForeignAnswer extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`HTTP status ${status} without a JSON body`);
    this.name = 'ForeignAnswer';
    this.status = status;
  }
}

type LinkFetch = NonNullable<HTTPLinkOptions<{ transformer: true; errorShape: unknown }>['fetch']>;

/** `fetch` that lets only JSON through. Throws a ForeignAnswer. */
export function jsonOnly(fetcher: typeof fetch): LinkFetch {
  return async (input, init) => {
    const response = await fetcher(input, init as RequestInit);
    if (/^application\/([\w.-]+\+)?json\b/i.test(response.headers.get('content-type') ?? '')) return response;
    await response.body?.cancel();
    throw new ForeignAnswer(response.status);
  };
}

/** What tRPC reports about a failed attempt, as the error of this client. `url` is where the request went. */
export function errorOf(error: TRPCClientError<AppRouter>, url: string): LastmileError {
  const { shape } = error;
  // A node's own error names its kind; a tRPC server of another program would not.
  if (shape?.data.kind) {
    const { kind, httpStatus } = shape.data;
    return new LastmileError({ kind, message: shape.message, status: httpStatus, cause: error.cause, shape });
  }
  const status = statusOf(error);
  const cause: unknown = error.cause ?? error;
  if (status !== undefined) {
    const message = `${url}: not an answer of a Lastmile node (HTTP status ${status})`;
    return new LastmileError({ kind: kindOfStatus(status), message, status, cause });
  }
  if (error.cause instanceof SyntaxError) {
    return new LastmileError({ kind: 'protocol', message: `${url}: the answer is not valid JSON`, cause });
  }
  return new LastmileError({ kind: 'network', message: `cannot reach ${url}: ${reasonOf(error)}`, cause });
}

function statusOf({ cause, meta }: TRPCClientError<AppRouter>): number | undefined {
  if (cause instanceof ForeignAnswer) return cause.status;
  // Not by class: the `fetch` of another package has a Response of its own.
  const status = (meta?.response as { status?: unknown } | undefined)?.status;
  return typeof status === 'number' ? status : undefined;
}

/** What a proxy in front of the node means by its status. */
function kindOfStatus(status: number): ErrorKind {
  if (status === 429) return 'tooMany';
  return status >= 502 && status <= 504 ? 'unavailable' : 'protocol';
}

/** `fetch failed` says nothing; Node puts what happened one level down. */
function reasonOf({ cause, message }: TRPCClientError<AppRouter>): string {
  const inner = cause?.cause;
  return inner instanceof Error && inner.message !== '' ? inner.message : message;
}
