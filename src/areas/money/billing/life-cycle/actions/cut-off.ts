import { addDays } from '../../../../../core/zone.ts';
import { issueInvoice } from '../../charging/invoicing.ts';
import type { Draft } from '../../model/draft.ts';
import { shortenPeriodsBefore } from './end-periods.ts';
import { changeStatus } from './status.ts';

/**
 * Ends access because something was not paid. If the ISP bills no days without access, a postpaid period ends on the day before,
 * and the next one begins when the subscriber pays. A service that began today is billed for today.
 */
export function cutOffUnpaid(draft: Draft): void {
  changeStatus(draft, 'NPD');
  const { subscription, isp, context } = draft;
  if (subscription.prepaid || !isp.endsPeriodsWithAccess) return;
  const running = () => subscription.periods.filter(({ voided }) => !voided);
  const hasBegun = running().some(({ startsOn }) => startsOn < context.today);
  shortenPeriodsBefore(draft, hasBegun ? context.today : addDays(context.today, 1));
  const newest = running().at(-1);
  if (!newest) return;
  subscription.period = newest;
  subscription.validUpto = newest.endsOn;
  subscription.billed = newest.billed;
  // Of one that was charged ahead there is a credit by now; the others are invoiced when they are billed.
  if (newest.billed) issueInvoice(draft);
}
