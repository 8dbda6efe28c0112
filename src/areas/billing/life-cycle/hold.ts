import { addDays } from '../../../core/zone.ts';
import { daysFrom } from '../calendar.ts';
import type { Draft } from '../draft.ts';
import type { Day } from '../subscription.ts';

/** A hold by staff, apart from money. */
export function suspend(draft: Draft): void {
  const { subscription, occasion } = draft;
  subscription.statusBefore = subscription.status;
  subscription.suspendedOn = occasion.today;
  subscription.status = 'Suspend';
  draft.disconnect();
}

/** Back to the status before; where the ISP freezes the validity of held services, the days are given back. */
export function release(draft: Draft): void {
  const { subscription, isp, occasion } = draft;
  const { statusBefore, suspendedOn } = subscription;
  if (statusBefore === null || suspendedOn === null) return;
  subscription.status = statusBefore;
  subscription.statusBefore = null;
  subscription.suspendedOn = null;
  const days = daysFrom(suspendedOn, occasion.today) - 1;
  if (isp.freezesSuspended && days > 0) giveBack(draft, suspendedOn, days);
  draft.refresh();
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
