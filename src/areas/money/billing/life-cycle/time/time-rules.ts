import type { Draft } from '../../model/draft.ts';
import type { Day } from '../../model/subscription.ts';
import { beginDue } from './begin-due.ts';
import { endPromise } from './end-of-promise.ts';
import { billPostpaid, endPrepaid, openPostpaid } from './end-of-validity.ts';
import { nextDayOf } from './next-day.ts';
import { resumeRefused } from './resume-refused.ts';
import type { Rule } from './rule.ts';
import { endGrace, fallDue, keepGrace, passLimit } from './unpaid.ts';

/**
 * In the order of a day: a rule sees what those before it changed. Access ends before the next period would begin, so that
 * nobody is billed for a month from whose first day on they have no access.
 */
export const RULES: readonly Rule[] = [
  endPromise,
  fallDue,
  keepGrace,
  endGrace,
  billPostpaid,
  endPrepaid,
  passLimit,
  openPostpaid,
  beginDue,
  resumeRefused,
];

/** A stop against endless loops: more periods than can end on a day of a service that was taken over. */
const MAX_STEPS = 1_000;

/**
 * Applies the rules of the day of a draft. They depend only on the state of the service, so a run that is repeated or made on two
 * nodes changes nothing more.
 * @returns whether anything changed
 */
export function applyDay(draft: Draft): boolean {
  let steps = 0;
  while (steps < MAX_STEPS && RULES.some((rule) => rule.apply(draft))) steps += 1;
  return steps > 0;
}

/**
 * Takes services through the days from `from` to `upto`, one day after the other, all services on each: a late run does what daily
 * runs would have done, with the dates that they would have given.
 * @returns the drafts that a day has changed, which are to be saved before the next ones are asked for
 */
export function* passDays(
  services: readonly Draft[],
  { from, upto }: { readonly from: Day; readonly upto: Day },
): Generator<Draft[]> {
  const due = new Map<Draft, Day | undefined>(services.map((each) => [each, from]));
  for (let day: Day | undefined = from; day !== undefined && day <= upto; day = earliest(due)) {
    const today = day;
    const changed = services.flatMap((service) => {
      if (due.get(service) !== today) return [];
      const draft = service.as({ today });
      const hasChanged = applyDay(draft);
      due.set(service, nextDayOf(service, today));
      return hasChanged ? [draft] : [];
    });
    if (changed.length > 0) yield changed;
  }
}

const earliest = (due: ReadonlyMap<Draft, Day | undefined>): Day | undefined =>
  [...due.values()].filter((day) => day !== undefined).sort()[0];
