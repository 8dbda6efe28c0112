import { Fault } from '../../../../core/fault.ts';
import { addDays } from '../../../../core/zone.ts';
import { refuse } from '../../charging/charge.ts';
import { takeCredits } from '../../charging/credits.ts';
import { issueInvoice } from '../../charging/invoicing.ts';
import {
  becomeNewest,
  chargePeriod,
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
import { cutBefore } from './end-periods.ts';

/** Moves a service to another offer: now, or with its next bill. The newest change wins over one that waits. */
export function changePlan(draft: Draft, offer: Offer, schedule: 'immediately' | 'next_bill'): void {
  const { subscription } = draft;
  if (subscription.pending) draft.settledChanges.push({ change: subscription.pending, status: 'Replaced' });
  const change = { offer };
  draft.planChanges.push({ change, schedule });
  subscription.pending = schedule === 'next_bill' ? change : null;
  if (schedule === 'immediately') changeNow(draft, offer);
}

function changeNow(draft: Draft, offer: Offer): void {
  const { subscription, occasion } = draft;
  const { status, period, validUpto, offer: before } = subscription;
  const running = period !== null && validUpto !== null && validUpto >= occasion.today;
  if (status === 'Suspend' || (status === 'NPD' && running))
    throw new Fault(
      'conflict',
      `schedule: service ${subscription.id} is ${status}; restore it first, or change with the next bill`,
    );
  if (!running) billEnded(draft);
  subscription.offer = offer;
  draft.refresh();
  if (!running) return;
  if (subscription.prepaid) beginAnew(draft, period, before);
  else splitPeriod(draft, period, before);
}

/** Prepaid: the unused days are credited, and a new validity begins today; tomorrow where today ends the one before the newest. */
function beginAnew(draft: Draft, newest: Period, before: Offer): void {
  const { subscription, occasion } = draft;
  const ends = subscription.periods.some(
    (period) => !period.voided && period !== newest && period.endsOn === occasion.today,
  );
  const startsOn = ends ? addDays(occasion.today, 1) : occasion.today;
  cutBefore(draft, startsOn, before);
  const period = nextPeriod(startsOn, subscription);
  const lines = periodLines(draft, period);
  refuse(refusalOfOpening(draft, period, { lines }));
  openPeriod(draft, period);
  chargePeriod(draft, period, lines);
  issueInvoice(draft);
}

/** Postpaid: the period goes on to its end under the new offer; each part is charged for its days. */
function splitPeriod(draft: Draft, period: Period, before: Offer): void {
  const { subscription, occasion } = draft;
  const { endsOn } = period;
  // Renewed today, the next period begins tomorrow; today is in one that is closed.
  const startsOn = period.startsOn > occasion.today ? period.startsOn : occasion.today;
  const { credits } = period;
  cutBefore(draft, startsOn, before);
  const { anchorDay } = subscription;
  const validity = validityFrom(startsOn, subscription, subscription.offer);
  const ofDays = wholeDaysTo(endsOn, anchorDay === null ? validity : { ...validity, anchorDay });
  const rest = periodOf(subscription.offer, { startsOn, endsOn, stub: true, ofDays });
  rest.promised = period.promised;
  // The months go on, and so do the credits that pay for them.
  takeCredits(draft, rest, credits - period.credits);
  if (period.voided && subscription.validFrom === period.startsOn) subscription.validFrom = startsOn;
  becomeNewest(draft, rest, 'carry on');
}
