import type { Outputs } from '@lastmile/client';
import { today } from './day.ts';

export type Lead = Exclude<Outputs['lead']['list'], number>[number];

/** The stages that are worked on at the customer's. */
const ON_SITE: readonly Lead['status'][] = ['Field-Verification', 'Installation', 'Final-Test'];

/** What decides whether a lead is a visit of today, and which comes first. */
type Due = Pick<Lead, 'id' | 'status' | 'assigned_to' | 'remind_at'>;

/**
 * Where somebody has to go today: to the leads on site that are theirs or nobody's, unless a reminder puts them off to a later day.
 * Those with a time come first, in the order of their times, then those that have waited longest.
 */
export function visitsOfToday<L extends Due>(leads: readonly L[], userid: number, now = new Date()): L[] {
  const isMine = ({ assigned_to }: Due) => assigned_to === null || assigned_to === userid;
  const isDue = ({ remind_at }: Due) => remind_at === null || today(remind_at) <= today(now);
  const timeOf = ({ remind_at }: Due) => remind_at?.getTime() ?? Number.MAX_SAFE_INTEGER;
  return leads
    .filter((lead) => ON_SITE.includes(lead.status) && isMine(lead) && isDue(lead))
    .sort((one, other) => timeOf(one) - timeOf(other) || one.id - other.id);
}

/** Those that get a service: while it is installed, or when it was tested. */
export const mayFinish = ({ status, serviceid }: Lead): boolean =>
  serviceid === null && (status === 'Installation' || status === 'Final-Test');
