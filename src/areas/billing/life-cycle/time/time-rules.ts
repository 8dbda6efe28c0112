import type { Draft } from '../../model/draft.ts';
import { beginDue } from './begin-due.ts';
import { endPromise } from './end-of-promise.ts';
import { endPostpaid, endPrepaid } from './end-of-validity.ts';
import type { Rule } from './rule.ts';
import { endGrace, fallDue, passLimit } from './unpaid.ts';

/** In order: a rule sees what those before it changed. */
export const RULES: readonly Rule[] = [beginDue, endPromise, endPrepaid, endPostpaid, fallDue, endGrace, passLimit];

/** A stop against endless loops: more periods than can end between two runs. */
const MAX_STEPS = 1_000;

/**
 * Advances a service to the current day of its ISP. Rules depend only on the state of the service, so a run that is repeated or
 * made on two nodes changes nothing more, and one that is years late does what daily runs would have done.
 * @returns whether anything changed
 */
export function advanceToToday(draft: Draft): boolean {
  let steps = 0;
  while (steps < MAX_STEPS && RULES.some((rule) => rule.apply(draft))) steps += 1;
  return steps > 0;
}
