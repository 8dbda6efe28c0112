import { TRPCClientError } from '@trpc/client';
import type { AppRouter, FaultKind, FieldFault } from './api.ts';

/**
 * Why a call failed: the kinds of the server, then those of the way to it.
 * - `network`: no connection, or it broke before the whole answer was in
 * - `timeout`: no answer within `timeoutMs`
 * - `aborted`: by the signal of the call; `cause` is the signal's reason
 * - `protocol`: an answer that is not a Lastmile node's (wrong `baseUrl`, a login page, a proxy's error page)
 */
export type ErrorKind = FaultKind | 'network' | 'timeout' | 'aborted' | 'protocol';

type Shape = NonNullable<TRPCClientError<AppRouter>['shape']>;

export interface ErrorDetails {
  readonly kind: ErrorKind;
  readonly message: string;
  readonly status?: number | undefined;
  readonly cause?: unknown;
  /** The error as the server sent it. */
  readonly shape?: Shape | undefined;
}

/** The one error that calls of the client reject with. */
export class LastmileError extends TRPCClientError<AppRouter> {
  readonly kind: ErrorKind;
  /** The parameters that the server complains about, one entry each; empty unless `kind` is `badInput`. */
  readonly fields: readonly FieldFault[];
  /** HTTP status; null where no answer came. */
  readonly status: number | null;

  constructor({ kind, message, status, cause, shape }: ErrorDetails) {
    super(message, {
      ...(cause === undefined ? {} : { cause: cause as Error }),
      ...(shape === undefined ? {} : { result: { error: shape } }),
    });
    // The parent's constructor puts its own prototype here.
    Object.setPrototypeOf(this, LastmileError.prototype);
    this.name = 'LastmileError';
    this.kind = kind;
    this.fields = shape?.data.fields ?? [];
    this.status = status ?? null;
  }
}

/** Is it an error of this client? By name: an application may hold two copies of this package. */
export function isLastmileError(error: unknown): error is LastmileError {
  return error instanceof Error && error.name === 'LastmileError';
}
