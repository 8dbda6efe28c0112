import { addDays } from '../../../core/zone.ts';
import { daysFrom } from '../calendar.ts';
import { charge } from '../charge.ts';
import type { Draft } from '../draft.ts';
import { chargePeriod } from '../opening.ts';
import { credited, partOf, remainder } from '../price.ts';
import type { Day, Offer, Period } from '../subscription.ts';

/**
 * Ends what runs on the day before `day`. A period that is not charged yet is charged for its days; of one that is, the days
 * from `day` on are credited. One that has not begun by then is voided.
 */
export function cutBefore(draft: Draft, day: Day, offer?: Offer): void {
  for (const period of draft.subscription.periods) {
    if (period.voided || period.endsOn < day) {
      if (!period.voided && !period.billed) chargePeriod(draft, period, offer);
      continue;
    }
    if (period.billed) credit(draft, period, day);
    if (period.startsOn >= day) {
      period.voided = true;
      period.billed = true;
      continue;
    }
    period.endsOn = addDays(day, -1);
    if (!period.billed) chargePeriod(draft, period, offer);
  }
}

function credit(draft: Draft, period: Period, day: Day): void {
  const days = daysFrom(period.startsOn, period.endsOn) - period.frozenDays;
  const usedDays = period.startsOn >= day ? 0 : daysFrom(period.startsOn, addDays(day, -1)) - period.frozenDays;
  const lines = period.charged.map((line) =>
    credited(remainder(line, partOf(line, Math.max(0, usedDays), days)), `${line.description}: unused days`),
  );
  charge(draft, { kind: 'plan_credit', period, lines });
}
