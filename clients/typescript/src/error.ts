import { TRPCClientError } from '@trpc/client';
import type { AppRouter, FaultKind, FieldFault } from './api.ts';

/**
 * Why a call failed: the server's kinds, and those of the connection to it:
 * - `network`: no connection, or it broke before the response was complete
 * - `timeout`: no response within `timeoutMs`
 * - `aborted`: by the signal of the call; `cause` is the signal's reason
 * - `protocol`: the response is not from a Lastmile node (wrong `baseUrl`, a login page, a proxy's error page)
 */
export type ErrorKind = FaultKind | 'network' | 'timeout' | 'aborted' | 'protocol';

type Shape = NonNullable<TRPCClientError<AppRouter>['shape']>;

export interface ErrorDetails {
  readonly kind: ErrorKind;
  readonly message: string;
  readonly status?: number | undefined;
  readonly cause?: unknown;
  /** The server's error. */
  readonly shape?: Shape | undefined;
}

/** The error of every failed call. */
export class LastmileError extends TRPCClientError<AppRouter> {
  readonly kind: ErrorKind;
  /** The invalid parameters; empty unless `kind` is `badInput`. */
  readonly fields: readonly FieldFault[];
  /** HTTP status; null without a response. */
  readonly status: number | null;

  constructor({ kind, message, status, cause, shape }: ErrorDetails) {
    super(message, {
      ...(cause === undefined ? {} : { cause: cause as Error }),
      ...(shape === undefined ? {} : { result: { error: shape } }),
    });
    // The constructor of the parent class sets its own prototype.
    Object.setPrototypeOf(this, LastmileError.prototype);
    this.name = 'LastmileError';
    this.kind = kind;
    this.fields = shape?.data.fields ?? [];
    this.status = status ?? null;
  }
}

/** Is it an error of this client? Checked by name, since an application may contain two copies of this package. */
export function isLastmileError(error: unknown): error is LastmileError {
  return error instanceof Error && error.name === 'LastmileError';
}
