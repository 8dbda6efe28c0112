/** The HTTP status code of each kind of fault. */
export const FAULT_STATUS = {
  badInput: 400,
  unauthenticated: 401,
  /** The password has to be given again (`login.confirm`); only to callers with a session. */
  unconfirmed: 403,
  forbidden: 403,
  notFound: 404,
  methodNotAllowed: 405,
  conflict: 409,
  tooLarge: 413,
  tooMany: 429,
  internal: 500,
  nasRefused: 502,
  unavailable: 503,
} as const;

export type FaultKind = keyof typeof FAULT_STATUS;

/** A complaint about one parameter: `rows_limit: must be a whole number from 1 to 100`. */
export interface FieldFault {
  readonly parameter: string;
  readonly problem: string;
}

interface FaultOptions {
  readonly fields?: readonly FieldFault[];
  readonly retryAfterS?: number;
  readonly cause?: unknown;
}

/**
 * The only error a rule may throw. `kind` decides the status code of every API; `message` is one sentence for the caller and
 * never contains a stack trace, SQL or a secret.
 */
export class Fault extends Error {
  readonly kind: FaultKind;
  readonly fields: readonly FieldFault[];
  /** When to try again, in seconds, if that is known better than by the kind. */
  readonly retryAfterS: number | undefined;

  constructor(kind: FaultKind, message: string, options: FaultOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'Fault';
    this.kind = kind;
    this.fields = options.fields ?? [];
    this.retryAfterS = options.retryAfterS;
  }
}

/** A fault about one parameter, with the message `parameter: problem`. */
export function parameterFault(
  kind: 'badInput' | 'conflict' | 'forbidden',
  parameter: string,
  problem: string,
  options: { cause?: unknown } = {},
): Fault {
  return new Fault(kind, `${parameter}: ${problem}`, { ...options, fields: [{ parameter, problem }] });
}

/** One of kind `badInput`. */
export const badParameter = (parameter: string, problem: string): Fault =>
  parameterFault('badInput', parameter, problem);

/** More than an endpoint takes; a caller may send any number of others. */
const MAX_NAMED = 100;

/** A fault of kind `badInput` that names every bad parameter. */
export function badParameters(fields: readonly FieldFault[]): Fault {
  const named = fields.slice(0, MAX_NAMED);
  const sentences = named.map((field) => `${field.parameter}: ${field.problem}`);
  if (fields.length > MAX_NAMED) sentences.push(`and ${fields.length - MAX_NAMED} more`);
  return new Fault('badInput', sentences.join('; '), { fields: named });
}

/** Also for another tenant's record, which must look exactly like one that does not exist. `where`: ` of plan 7`. */
export function notFound(what: string, id: number | string, where = ''): Fault {
  return new Fault('notFound', `there is no ${what} ${id}${where}`);
}
