import type { HTTPLinkOptions, TRPCClientError } from '@trpc/client';
import type { AppRouter } from './api.ts';
import { type ErrorKind, LastmileError } from './error.ts';

/** A response that cannot be from a node. Thrown before tRPC parses it, since its status would be lost. */
class ForeignResponse extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`HTTP status ${status} without a JSON body`);
    this.name = 'ForeignResponse';
    this.status = status;
  }
}

type LinkFetch = NonNullable<HTTPLinkOptions<{ transformer: true; errorShape: unknown }>['fetch']>;

/** `fetch` that accepts only JSON. @throws ForeignResponse */
export function jsonOnly(fetcher: typeof fetch): LinkFetch {
  return async (input, init) => {
    const response = await fetcher(input, init as RequestInit);
    if (/^application\/([\w.-]+\+)?json\b/i.test(response.headers.get('content-type') ?? '')) return response;
    await response.body?.cancel();
    throw new ForeignResponse(response.status);
  };
}

/** Converts tRPC's error of a failed attempt. `url`: where the request was sent. */
export function errorOf(error: TRPCClientError<AppRouter>, url: string): LastmileError {
  const { shape } = error;
  // Only the errors of a node have a kind; those of other tRPC servers do not.
  if (shape?.data.kind) {
    const { kind, httpStatus } = shape.data;
    return new LastmileError({ kind, message: shape.message, status: httpStatus, cause: error.cause, shape });
  }
  const status = statusOf(error);
  const cause: unknown = error.cause ?? error;
  if (status !== undefined) {
    const message = `${url}: not a response of a Lastmile node (HTTP status ${status})`;
    return new LastmileError({ kind: kindOfStatus(status), message, status, cause });
  }
  if (error.cause instanceof SyntaxError) {
    return new LastmileError({ kind: 'protocol', message: `${url}: the response is not valid JSON`, cause });
  }
  return new LastmileError({ kind: 'network', message: `cannot reach ${url}: ${reasonOf(error)}`, cause });
}

function statusOf({ cause, meta }: TRPCClientError<AppRouter>): number | undefined {
  if (cause instanceof ForeignResponse) return cause.status;
  // Not `instanceof Response`: another implementation of `fetch` has its own class.
  const status = (meta?.response as { status?: unknown } | undefined)?.status;
  return typeof status === 'number' ? status : undefined;
}

/** Interprets the status of a proxy in front of the node. */
function kindOfStatus(status: number): ErrorKind {
  if (status === 429) return 'tooMany';
  return status >= 502 && status <= 504 ? 'unavailable' : 'protocol';
}

/** The message of `fetch` is only `fetch failed`; Node has the reason in its cause. */
function reasonOf({ cause, message }: TRPCClientError<AppRouter>): string {
  const inner = cause?.cause;
  return inner instanceof Error && inner.message !== '' ? inner.message : message;
}
