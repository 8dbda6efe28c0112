type DbProblemKind =
  | 'unique'
  | 'foreignKey'
  | 'check'
  | 'exclusion'
  /** A value that a column or function cannot accept: a number out of range, malformed text. */
  | 'badValue'
  /** A row that a write needs does not exist. */
  | 'notFound'
  /** A serialization failure or a deadlock: the transaction may succeed if retried. */
  | 'conflict'
  /** No connection, a timeout, or no resources. */
  | 'unavailable'
  | 'other';

/** A database error, independent of the library it came through. */
export interface DbProblem {
  readonly kind: DbProblemKind;
  /** SQLSTATE, or Prisma's code where there is none. */
  readonly code?: string;
  /** Name of the constraint or unique index. */
  readonly constraint?: string;
  readonly table?: string;
  /** Columns of the violated key. */
  readonly columns?: readonly string[];
}

const KIND_OF_SQLSTATE: Readonly<Record<string, DbProblemKind>> = {
  '23505': 'unique',
  '23503': 'foreignKey',
  '23001': 'foreignKey',
  '23514': 'check',
  '23P01': 'exclusion',
  P0002: 'notFound',
  '40001': 'conflict',
  '40P01': 'conflict',
  '55P03': 'unavailable', // lock_timeout
  '57014': 'unavailable', // statement_timeout
  '57P01': 'unavailable', // shutting down, or the session was terminated
  '57P02': 'unavailable',
  '57P03': 'unavailable', // starting up
  '57P05': 'unavailable',
  '25P03': 'unavailable', // idle in transaction for too long
  '25006': 'unavailable', // a standby: read only
  '3D000': 'unavailable',
};
/** By SQLSTATE class: data exception; connection, resources, authorization. */
const KIND_OF_CLASS: Readonly<Record<string, DbProblemKind>> = {
  '22': 'badValue',
  '08': 'unavailable',
  '53': 'unavailable',
  '28': 'unavailable',
};

const KIND_OF_PRISMA: Readonly<Record<string, DbProblemKind>> = {
  P2002: 'unique',
  P2003: 'foreignKey',
  P2014: 'foreignKey',
  P2000: 'badValue',
  P2007: 'badValue',
  P2020: 'badValue',
  P2033: 'badValue',
  P2015: 'notFound',
  P2018: 'notFound',
  P2025: 'notFound',
  P2034: 'conflict',
  P2024: 'unavailable',
  P2028: 'unavailable', // the transaction timed out or could not start in time
  P2037: 'unavailable',
};

const SOCKET_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);

/** Messages of connection errors that `pg` and this program throw without a code. */
const CONNECTION_MESSAGES =
  /^(Connection terminated|timeout (exceeded when trying to connect|expired)|Client (was closed|has encountered)|Query read timeout|there is no connection to the database|Cannot use a pool after|The server does not support SSL)/;

/**
 * Classifies an error of `pg`, Prisma or its adapter; undefined for any other error. No other file knows database error
 * codes.
 */
export function problemOf(error: unknown): DbProblem | undefined {
  return inspect(error, 0);
}

/** The error of `pg` for an error of Prisma's adapter, which drops the detail and most names. */
const originals = new WeakMap<object, unknown>();

export function rememberOriginal(adapterError: object, original: unknown): void {
  originals.set(adapterError, original);
}

function inspect(error: unknown, depth: number): DbProblem | undefined {
  if (!isRecord(error) || depth > 5) return undefined;
  const original = originals.get(error);
  if (original) return inspect(original, depth + 1);
  if (typeof error.severity === 'string' && typeof error.code === 'string') return ofServer(error, error.code);
  if (isRecord(error.meta) && error.meta.driverAdapterError) {
    return inspect(error.meta.driverAdapterError, depth + 1) ?? ofPrisma(error);
  }
  return ofPrisma(error) ?? ofConnection(error) ?? ofAdapter(error) ?? inspect(error.cause, depth + 1);
}

function ofServer(error: Record<string, unknown>, code: string): DbProblem {
  const columns = columnsOf(error.detail);
  return {
    // A fatal error ends the connection.
    kind:
      KIND_OF_SQLSTATE[code] ??
      KIND_OF_CLASS[code.slice(0, 2)] ??
      (error.severity === 'FATAL' ? 'unavailable' : 'other'),
    code,
    ...(typeof error.constraint === 'string' ? { constraint: error.constraint } : {}),
    ...(typeof error.table === 'string' ? { table: error.table } : {}),
    ...(columns ? { columns } : {}),
  };
}

/** The columns in a detail such as `Key (isp_id, lower(username))=(1, x) already exists.`, without functions. */
function columnsOf(detail: unknown): string[] | undefined {
  const key = typeof detail === 'string' ? /\((.+?)\)=\(/.exec(detail)?.[1] : undefined;
  return key?.split(', ').map((part) => /^\w+\(+"?(\w+)/.exec(part)?.[1] ?? part.replaceAll('"', ''));
}

function ofPrisma(error: Record<string, unknown>): DbProblem | undefined {
  if (error.name === 'PrismaClientInitializationError') return { kind: 'unavailable' };
  if (error.name === 'PrismaClientValidationError') return { kind: 'other' };
  if (typeof error.code !== 'string' || !/^P\d{4}$/.test(error.code)) return undefined;
  // P1xxx: all kinds of connection errors
  const kind = KIND_OF_PRISMA[error.code] ?? (error.code.startsWith('P1') ? 'unavailable' : 'other');
  return { kind, code: error.code };
}

function ofConnection(error: Record<string, unknown>): DbProblem | undefined {
  if (typeof error.code === 'string' && SOCKET_CODES.has(error.code)) return { kind: 'unavailable', code: error.code };
  return typeof error.message === 'string' && CONNECTION_MESSAGES.test(error.message)
    ? { kind: 'unavailable' }
    : undefined;
}

/** An error of the adapter without an original error of `pg`. */
function ofAdapter(error: Record<string, unknown>): DbProblem | undefined {
  if (error.name !== 'DriverAdapterError' || !isRecord(error.cause)) return undefined;
  const code = error.cause.originalCode;
  return typeof code === 'string' ? ofServer(error.cause, code) : { kind: 'other' };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object';
}
