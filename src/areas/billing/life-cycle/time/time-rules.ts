import type { Draft } from '../../model/draft.ts';
import { beginDue } from './begin-due.ts';
import { endPromise } from './end-of-promise.ts';
import { endPostpaid, endPrepaid } from './end-of-validity.ts';
import type { Rule } from './rule.ts';
import { endGrace, fallDue, passLimit } from './unpaid.ts';

/** In the order in which they count: what a rule changes, those behind it see. */
export const RULES: readonly Rule[] = [beginDue, endPromise, endPrepaid, endPostpaid, fallDue, endGrace, passLimit];

/** More periods than lie between two turns of the clock. */
const MAX_TURNS = 1_000;

/**
 * Brings a service to the present day. Each rule looks at the facts only, so a turn that comes twice, late or on two nodes
 * does nothing more; one that is years late does what each day would have done.
 * @returns whether there was anything to do
 */
export function advanceToToday(draft: Draft): boolean {
  let turn = 0;
  while (turn < MAX_TURNS && RULES.some((rule) => rule.acts(draft))) turn += 1;
  return turn > 0;
}
