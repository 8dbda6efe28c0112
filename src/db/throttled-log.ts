import type { Logger } from '../config/log.ts';
import { problemOf } from './problem.ts';

export interface Trouble {
  readonly err: unknown;
  /** Default: `warn`. */
  readonly level?: 'warn' | 'error';
  readonly [field: string]: unknown;
}

const EVERY_MS = 60_000;
/** An error's own words may hold anything, so there may be any number of kinds. */
const MAX_KINDS = 1_000;

interface Told {
  readonly at: number;
  /** How often it went untold since. */
  more: number;
}

const toldBy = new WeakMap<Logger, Map<string, Told>>();

/**
 * Logs a failure of something that is tried again and again, once a minute for each kind: while the database is away
 * that is each sentence, with the reason in place of a stack; else each sentence with each reason. `more` counts what
 * went untold since the last line.
 */
export function logThrottled(log: Logger, { err, level = 'warn', ...fields }: Trouble, sentence: string): void {
  const reason = err instanceof Error ? err.message : String(err);
  const isAway = problemOf(err)?.kind === 'unavailable';
  const more = untold(log, isAway ? sentence : `${sentence}\n${reason}`);
  if (more === undefined) return;
  log[level]({ ...fields, ...(isAway ? { reason } : { err }), ...(more > 0 ? { more } : {}) }, sentence);
}

/** How often the kind went untold; undefined when it was told less than a minute ago. */
function untold(log: Logger, kind: string): number | undefined {
  const kinds = toldBy.get(log) ?? new Map<string, Told>();
  toldBy.set(log, kinds);
  const now = performance.now();
  const before = kinds.get(kind);
  if (before && now - before.at < EVERY_MS) {
    before.more += 1;
    return undefined;
  }
  if (kinds.size >= MAX_KINDS) kinds.clear();
  kinds.set(kind, { at: now, more: 0 });
  return before?.more ?? 0;
}
