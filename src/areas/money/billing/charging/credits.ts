import { daysFrom } from '../model/calendar.ts';
import type { Draft } from '../model/draft.ts';
import type { Day, Period } from '../model/subscription.ts';

/** Uses credits of the ISP for months of a period; below 0 returns them. */
export function takeCredits(draft: Draft, period: Period, months: number): void {
  if (months === 0) return;
  period.credits += months;
  draft.balances.credits = draft.balances.credits.minus(months);
  draft.credits.push({ period, months });
}

/** Returns the credits of a period that ends before `day`, for the months that have not begun by then. */
export function returnCredits(draft: Draft, period: Period, day: Day): void {
  const days = daysFrom(period.startsOn, period.endsOn) - period.frozenDays;
  const unused = Math.min(days, daysFrom(day, period.endsOn));
  takeCredits(draft, period, -Math.floor((period.credits * unused) / days));
}
