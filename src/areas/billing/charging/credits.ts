import { daysFrom } from '../model/calendar.ts';
import type { Draft } from '../model/draft.ts';
import type { Day, Period } from '../model/subscription.ts';

/** The ISP's credits pay for the months of a period. */
export function takeCredits(draft: Draft, period: Period, months: number): void {
  if (months === 0) return;
  period.credits += months;
  draft.book.credits = draft.book.credits.minus(months);
  draft.credits.push({ period, months });
}

/** A period ends before `day`: its ISP gets back what the months cost that have not begun by then. One that has is used. */
export function returnCredits(draft: Draft, period: Period, day: Day): void {
  const days = daysFrom(period.startsOn, period.endsOn) - period.frozenDays;
  const unused = period.startsOn >= day ? days : Math.min(days, daysFrom(day, period.endsOn));
  takeCredits(draft, period, -Math.floor((period.credits * unused) / days));
}
