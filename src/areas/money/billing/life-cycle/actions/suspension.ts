import { addDays } from '../../../../../core/zone.ts';
import { daysFrom } from '../../model/calendar.ts';
import type { Draft } from '../../model/draft.ts';
import type { StatusDraft } from '../../model/status-draft.ts';
import type { Day } from '../../model/subscription.ts';

/** A suspension by staff, independent of payment. */
export function suspend(draft: StatusDraft): void {
  const { subscription, context } = draft;
  subscription.statusBefore = subscription.status;
  subscription.suspendedOn = context.today;
  subscription.status = 'Suspend';
  draft.disconnect();
}

/** Returns to the status before the suspension. */
export function endSuspension(draft: Draft): void {
  const { subscription } = draft;
  const { statusBefore } = subscription;
  if (statusBefore === null) return;
  extendBySuspension(draft);
  subscription.status = statusBefore;
  subscription.statusBefore = null;
  subscription.suspendedOn = null;
  draft.refresh();
}

/** Adds the suspended days up to today to the validity, if the ISP freezes the validity of suspended services. */
export function extendBySuspension(draft: Draft): void {
  const { subscription, isp, context } = draft;
  const { suspendedOn } = subscription;
  if (suspendedOn === null || !isp.freezesSuspended) return;
  const days = daysFrom(suspendedOn, context.today) - 1;
  if (days > 0) extend(draft, suspendedOn, days);
}

function extend({ subscription }: Draft, suspendedFrom: Day, days: number): void {
  const later = (day: Day) => addDays(day, days);
  const moved = (day: Day | null) => (day !== null && day >= suspendedFrom ? later(day) : day);
  for (const period of subscription.periods) {
    if (period.voided || period.endsOn < suspendedFrom) continue;
    if (period.startsOn > suspendedFrom) period.startsOn = later(period.startsOn);
    else period.frozenDays += days;
    period.endsOn = later(period.endsOn);
  }
  subscription.validUpto = moved(subscription.validUpto);
  if (subscription.validFrom !== null && subscription.validFrom > suspendedFrom)
    subscription.validFrom = later(subscription.validFrom);
  subscription.graceUpto = moved(subscription.graceUpto);
  subscription.promiseUpto = moved(subscription.promiseUpto);
}
