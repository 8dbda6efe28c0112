import { addDays } from '../../ui/day.ts';
import { words } from '../../words/words.ts';

/** Days that accountants ask for by name, in the order in which they are offered. */
const PERIODS = [
  'today',
  'yesterday',
  'this_week',
  'this_month',
  'last_month',
  'this_quarter',
  'this_year',
  'last_year',
] as const;

export type Period = (typeof PERIODS)[number];

/** Both included. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

/** What the names depend on. */
export interface Calendar {
  readonly today: string;
  /** The month, from 1, in which the financial year begins; its quarters follow. */
  readonly yearStart: number;
}

const yearOf = (day: string) => Number(day.slice(0, 4));
const monthOf = (day: string) => Number(day.slice(5, 7));

/** The first day of the month that is so many months after that of a day. */
function monthAfter(day: string, months: number): string {
  const at = yearOf(day) * 12 + monthOf(day) - 1 + months;
  return `${Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}-01`;
}

const monthsIntoYear = ({ today, yearStart }: Calendar) => (monthOf(today) - yearStart + 12) % 12;
const firstOfYear = (calendar: Calendar) => monthAfter(calendar.today, -monthsIntoYear(calendar));
/** Weeks begin on Monday, as in the calendars of the console. */
const firstOfWeek = (day: string) => addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7));

/** The days of a period; of one that is not over those until today. */
export function daysOf(period: Period, calendar: Calendar): Days {
  const { today } = calendar;
  switch (period) {
    case 'today':
      return { from: today, to: today };
    case 'yesterday':
      return { from: addDays(today, -1), to: addDays(today, -1) };
    case 'this_week':
      return { from: firstOfWeek(today), to: today };
    case 'this_month':
      return { from: monthAfter(today, 0), to: today };
    case 'last_month':
      return { from: monthAfter(today, -1), to: addDays(monthAfter(today, 0), -1) };
    case 'this_quarter':
      return { from: monthAfter(today, -(monthsIntoYear(calendar) % 3)), to: today };
    case 'this_year':
      return { from: firstOfYear(calendar), to: today };
    case 'last_year':
      return { from: monthAfter(firstOfYear(calendar), -12), to: addDays(firstOfYear(calendar), -1) };
  }
}

export function lengthOf({ from, to }: Days): number {
  const [first, last] = [from, to].map((day) => Date.parse(`${day}T00:00:00Z`));
  return Math.round(((last ?? 0) - (first ?? 0)) / 86_400_000) + 1;
}

/** The periods of which a report can have every day. */
export const periodsWithin = (mostDays: number | null, calendar: Calendar): Period[] =>
  PERIODS.filter((period) => mostDays === null || lengthOf(daysOf(period, calendar)) <= mostDays);

/** `2026`, or `2026–27` where it does not begin in January. */
function yearName(first: string): string {
  const year = yearOf(first);
  return monthOf(first) === 1 ? String(year) : `${year}–${String((year + 1) % 100).padStart(2, '0')}`;
}

export function periodName(period: Period, calendar: Calendar): string {
  const w = words.reports.periods;
  if (period === 'this_year' || period === 'last_year') return w[period](yearName(daysOf(period, calendar).from));
  return w[period];
}
