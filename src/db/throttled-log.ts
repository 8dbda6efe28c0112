import type { Logger } from '../config/log.ts';
import { problemOf } from './problem.ts';

export interface Trouble {
  readonly err: unknown;
  /** Default: `warn`. */
  readonly level?: 'warn' | 'error';
  readonly [field: string]: unknown;
}

const INTERVAL_MS = 60_000;
/** Error messages may contain anything, so the number of kinds has to be limited. */
const MAX_KINDS = 1_000;

interface Logged {
  readonly at: number;
  suppressed: number;
}

const loggedBy = new WeakMap<Logger, Map<string, Logged>>();

/**
 * Logs a failure of something that is retried, at most once a minute per kind. A kind is a sentence with an error message;
 * while the database is unavailable, the sentence alone, and the message replaces the stack. The field `more` counts the
 * failures suppressed since the last line.
 */
export function logThrottled(log: Logger, { err, level = 'warn', ...fields }: Trouble, sentence: string): void {
  const reason = err instanceof Error ? err.message : String(err);
  const isUnavailable = problemOf(err)?.kind === 'unavailable';
  const more = suppressedSince(log, isUnavailable ? sentence : `${sentence}\n${reason}`);
  if (more === undefined) return;
  log[level]({ ...fields, ...(isUnavailable ? { reason } : { err }), ...(more > 0 ? { more } : {}) }, sentence);
}

/** The number of suppressed failures since the last line; undefined if that was less than a minute ago. */
function suppressedSince(log: Logger, kind: string): number | undefined {
  const kinds = loggedBy.get(log) ?? new Map<string, Logged>();
  loggedBy.set(log, kinds);
  const now = performance.now();
  const last = kinds.get(kind);
  if (last && now - last.at < INTERVAL_MS) {
    last.suppressed += 1;
    return undefined;
  }
  if (kinds.size >= MAX_KINDS) kinds.clear();
  kinds.set(kind, { at: now, suppressed: 0 });
  return last?.suppressed ?? 0;
}
