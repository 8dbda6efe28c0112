import { parameterFault } from '../../../../../core/fault.ts';
import { addDays } from '../../../../../core/zone.ts';
import { refuse } from '../../charging/charge.ts';
import { takeCredits } from '../../charging/credits.ts';
import { issueInvoice } from '../../charging/invoicing.ts';
import {
  chargePeriod,
  makeNewest,
  nextPeriod,
  openPeriod,
  periodLines,
  periodOf,
  refusalOfOpening,
  validityFrom,
} from '../../charging/opening.ts';
import { wholeDaysTo } from '../../model/calendar.ts';
import type { Draft } from '../../model/draft.ts';
import type { Offer, Period } from '../../model/subscription.ts';
import { billEnded } from './bill.ts';
import { endPeriodsBefore } from './end-periods.ts';

/** Moves a service to another offer: now, or with its next bill. Replaces a pending change. */
export function changePlan(draft: Draft, offer: Offer, schedule: 'immediately' | 'next_bill'): void {
  const { subscription } = draft;
  if (subscription.pending) draft.resolvedChanges.push({ change: subscription.pending, status: 'Replaced' });
  const change = { offer };
  draft.planChanges.push({ change, schedule });
  subscription.pending = schedule === 'next_bill' ? change : null;
  if (schedule === 'immediately') changeNow(draft, offer);
}

function changeNow(draft: Draft, offer: Offer): void {
  const { subscription, context } = draft;
  const { status, period, validUpto } = subscription;
  const running = period !== null && validUpto !== null && validUpto >= context.today;
  if (status === 'Suspend' || (status === 'NPD' && running))
    throw parameterFault(
      'conflict',
      'schedule',
      `service ${subscription.id} is ${status}; restore it first, or change with the next bill`,
    );
  if (!running) billEnded(draft);
  subscription.offer = offer;
  draft.refresh();
  if (!running) return;
  if (subscription.prepaid) restartPrepaid(draft, period);
  else splitPeriod(draft, period);
}

/** Prepaid: credits the unused days and opens a new validity today, or tomorrow if today is the last day of an earlier period. */
function restartPrepaid(draft: Draft, newest: Period): void {
  const { subscription, context } = draft;
  const endsToday = subscription.periods.some(
    (period) => !period.voided && period !== newest && period.endsOn === context.today,
  );
  const startsOn = endsToday ? addDays(context.today, 1) : context.today;
  endPeriodsBefore(draft, startsOn);
  const period = nextPeriod(draft, startsOn);
  const lines = periodLines(draft, period);
  refuse(refusalOfOpening(draft, period, { charges: [{ period, lines }] }));
  openPeriod(draft, period);
  chargePeriod(draft, period, lines);
  issueInvoice(draft);
}

/** Postpaid: the period continues to its end under the new offer; each part is charged for its days. */
function splitPeriod(draft: Draft, period: Period): void {
  const { subscription, context } = draft;
  const { endsOn } = period;
  // After a renewal today the period begins tomorrow.
  const startsOn = period.startsOn > context.today ? period.startsOn : context.today;
  const { credits } = period;
  endPeriodsBefore(draft, startsOn);
  const { anchorDay } = subscription;
  const validity = validityFrom(startsOn, subscription, subscription.offer);
  const ofDays = wholeDaysTo(endsOn, anchorDay === null ? validity : { ...validity, anchorDay });
  const rest = periodOf(draft, subscription.offer, { startsOn, endsOn, stub: true, ofDays });
  rest.promised = period.promised;
  // The credits of the months that remain move to the new part.
  takeCredits(draft, rest, credits - period.credits);
  if (period.voided && subscription.validFrom === period.startsOn) subscription.validFrom = startsOn;
  makeNewest(draft, rest, 'continue');
}
