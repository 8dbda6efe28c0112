import type { OpenSession } from './session.ts';
import { type InterimIntervals, isStale } from './stale.ts';

/** What decides who may be online, at a moment. */
export interface Rules {
  /** How many lines of the service may be online at once. */
  readonly limit: number;
  /** Nothing has been heard of the session for so long that it does not count. */
  readonly isStale: (session: OpenSession) => boolean;
}

/** `now` in milliseconds. */
export type RulesOf = (serviceId: number, now: number) => Rules;

export interface RuleSources {
  readonly intervals?: InterimIntervals;
  /** 1 while it is unknown. */
  readonly limitOf?: (serviceId: number) => number;
}

export function rulesFrom({ intervals = () => undefined, limitOf = () => 1 }: RuleSources): RulesOf {
  return (serviceId, now) => ({
    limit: limitOf(serviceId),
    isStale: (session) => isStale(session, now, intervals),
  });
}
