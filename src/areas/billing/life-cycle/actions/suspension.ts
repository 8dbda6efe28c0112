import { addDays } from '../../../../core/zone.ts';
import { daysFrom } from '../../model/calendar.ts';
import type { Draft } from '../../model/draft.ts';
import type { Day } from '../../model/subscription.ts';

/** A hold by staff, apart from money. */
export function suspend(draft: Draft): void {
  const { subscription, occasion } = draft;
  subscription.statusBefore = subscription.status;
  subscription.suspendedOn = occasion.today;
  subscription.status = 'Suspend';
  draft.disconnect();
}

/** Back to the status before, with the days of the hold. */
export function release(draft: Draft): void {
  const { subscription } = draft;
  const { statusBefore } = subscription;
  if (statusBefore === null) return;
  giveBackHeld(draft);
  subscription.status = statusBefore;
  subscription.statusBefore = null;
  subscription.suspendedOn = null;
  draft.refresh();
}

/** The days of a hold until today, where the ISP freezes the validity of held services. */
export function giveBackHeld(draft: Draft): void {
  const { subscription, isp, occasion } = draft;
  const { suspendedOn } = subscription;
  if (suspendedOn === null || !isp.freezesSuspended) return;
  const days = daysFrom(suspendedOn, occasion.today) - 1;
  if (days > 0) giveBack(draft, suspendedOn, days);
}

function giveBack({ subscription }: Draft, heldFrom: Day, days: number): void {
  const later = (day: Day) => addDays(day, days);
  const moved = (day: Day | null) => (day !== null && day >= heldFrom ? later(day) : day);
  for (const period of subscription.periods) {
    if (period.voided || period.endsOn < heldFrom) continue;
    if (period.startsOn > heldFrom) period.startsOn = later(period.startsOn);
    else period.frozenDays += days;
    period.endsOn = later(period.endsOn);
  }
  subscription.validUpto = moved(subscription.validUpto);
  if (subscription.validFrom !== null && subscription.validFrom > heldFrom)
    subscription.validFrom = later(subscription.validFrom);
  subscription.graceUpto = moved(subscription.graceUpto);
  subscription.promiseUpto = moved(subscription.promiseUpto);
}
