import { INTERIM_INTERVAL_S, MISSED_INTERIMS } from '../../../core/vocabulary/interim.ts';
import type { OpenSession } from './session.ts';

/** What decides who may be online, at a moment. */
export interface Rules {
  /** How many lines of the service may be online at once. */
  readonly limit: number;
  /** Nothing has been heard of the session for so long that it does not count. */
  isStale(session: OpenSession): boolean;
}

/** `now` in milliseconds. */
export type RulesOf = (serviceId: number, now: number) => Rules;

export interface RuleSources {
  readonly intervals?: InterimIntervals;
  /** 1 while it is unknown. */
  readonly limitOf?: (serviceId: number) => number;
}

export function rulesFrom({ intervals = () => undefined, limitOf = () => 1 }: RuleSources): RulesOf {
  return (serviceId, now) => new RulesNow(serviceId, now, intervals, limitOf);
}

/** Each log-in and each new session asks for rules, and for few of them: a class makes no functions, and looks up what is asked. */
class RulesNow implements Rules {
  readonly #serviceId: number;
  readonly #now: number;
  readonly #intervals: InterimIntervals;
  readonly #limitOf: (serviceId: number) => number;
  #limit = 0;

  constructor(serviceId: number, now: number, intervals: InterimIntervals, limitOf: (serviceId: number) => number) {
    this.#serviceId = serviceId;
    this.#now = now;
    this.#intervals = intervals;
    this.#limitOf = limitOf;
  }

  get limit(): number {
    if (this.#limit === 0) this.#limit = this.#limitOf(this.#serviceId);
    return this.#limit;
  }

  isStale(session: OpenSession): boolean {
    return isStale(session, this.#now, this.#intervals);
  }
}

/** Seconds between two Interim-Updates of the sessions of a NAS, by its id; undefined: unknown. */
type InterimIntervals = (nasId: number) => number | undefined;

/** A granted session without a Start for this long counts as gone. */
const START_TIMEOUT_MS = 30_000;

/** No packet of the session has come for so long that it counts as gone. */
function isStale(open: OpenSession, now: number, intervals: InterimIntervals): boolean {
  const silence = now - open.seenAt;
  if (open.acctSessionId === null) return silence > START_TIMEOUT_MS;
  return silence > MISSED_INTERIMS * (intervals(open.nasId) ?? INTERIM_INTERVAL_S) * 1000;
}
