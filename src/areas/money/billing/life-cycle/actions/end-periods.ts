import { addDays } from '../../../../../core/zone.ts';
import { charge } from '../../charging/charge.ts';
import { returnCredits } from '../../charging/credits.ts';
import { chargePeriod } from '../../charging/opening.ts';
import { daysFrom } from '../../model/calendar.ts';
import type { Draft } from '../../model/draft.ts';
import type { Day, Period } from '../../model/subscription.ts';
import { rounded } from '../../pricing/amounts.ts';
import { credited, partOf, remainder } from '../../pricing/price.ts';
import { reducedBy } from '../../pricing/reduction.ts';

/**
 * Ends all periods on the day before `day`. A period that is not charged yet is charged for its days; one that is charged is
 * credited for the days from `day` on. One that has not begun by then is voided.
 */
export function endPeriodsBefore(draft: Draft, day: Day): void {
  for (const period of draft.subscription.periods) {
    if (period.voided) continue;
    if (period.billed && period.endsOn >= day) creditUnusedDays(draft, period, day);
    endBefore(draft, period, day);
  }
}

/** The same for the periods that are not charged yet; the others stay as they are. */
export function endUnbilledBefore(draft: Draft, day: Day): void {
  for (const period of draft.subscription.periods) if (!period.voided && !period.billed) endBefore(draft, period, day);
}

/** Ends all periods in the same way, but what is not charged yet is left to the rules that bill what has ended. */
export function shortenPeriodsBefore(draft: Draft, day: Day): void {
  for (const period of draft.subscription.periods) {
    if (period.voided) continue;
    if (period.billed && period.endsOn >= day) creditUnusedDays(draft, period, day);
    shorten(draft, period, day);
  }
}

function endBefore(draft: Draft, period: Period, day: Day): void {
  shorten(draft, period, day);
  if (!period.billed) chargePeriod(draft, period);
}

/** One that has not begun by then is voided, and has nothing to charge. */
function shorten(draft: Draft, period: Period, day: Day): void {
  if (period.endsOn < day) return;
  returnCredits(draft, period, day);
  period.voided = period.startsOn >= day;
  if (period.voided) period.billed = true;
  else period.endsOn = addDays(day, -1);
}

/**
 * Credits the charge for the days from `day` on, and the commission as it was booked, not by the current percentage. What was
 * credited or written off of the charge before is not credited again.
 */
function creditUnusedDays(draft: Draft, period: Period, day: Day): void {
  const days = daysFrom(period.startsOn, period.endsOn) - period.frozenDays;
  const elapsed = period.startsOn >= day ? 0 : daysFrom(period.startsOn, addDays(day, -1)) - period.frozenDays;
  const used = Math.max(0, elapsed);
  const { lines: charged, commission: booked } = reducedBy(period.reduced, { ...period, lines: period.charged });
  const lines = charged.map((line) =>
    credited(remainder(line, partOf(line, used, days)), `${line.description}: unused days`),
  );
  const commission = booked && rounded(booked.times(used).div(days)).minus(booked);
  const from = period.startsOn >= day ? period.startsOn : day;
  charge(draft, { kind: 'plan_credit', period, lines, commission, covers: { from, upto: period.endsOn } });
}
