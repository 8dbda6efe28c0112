import { addDays, day, isDay } from '../../ui/day.ts';
import { words } from '../../words/words.ts';
import type { Declared } from './declared.ts';
import { type Calendar, type Days, daysOf, type Period, periodsWithin } from './periods.ts';

type Address = Readonly<Record<string, string>>;

/** What a report is asked for, as an address says it: days by name, or chosen one by one. */
export interface Choice {
  /** Undefined: the days were chosen one by one. */
  readonly period: Period | undefined;
  readonly values: Readonly<Record<string, string>>;
}

export const hasDays = ({ parameters }: Declared): boolean => parameters.includes('from');

/** Without a choice: the running month, or year of a report whose rows are months. */
const usualPeriod = ({ columns }: Declared): Period =>
  columns.some(({ kind }) => kind === 'month') ? 'this_year' : 'this_month';

export function chosenIn(report: Declared, address: Address, calendar: Calendar): Choice {
  const { period, days } = periodIn(report, address, calendar);
  const usual = { ...days, days: '7', until: addDays(calendar.today, 7), top: '50' };
  const given = report.parameters.map((name) => {
    const value = name === 'from' || name === 'to' ? undefined : address[name];
    return [name, value ?? usual[name]] as const;
  });
  return { period, values: Object.fromEntries(given) };
}

function periodIn(
  report: Declared,
  { period: name, from = '', to = '' }: Address,
  calendar: Calendar,
): { period: Period | undefined; days: Days } {
  const offered = periodsWithin(report.most_days, calendar);
  const period = offered.find((each) => each === name) ?? usualPeriod(report);
  const days = daysOf(period, calendar);
  if (!isDay(from) && !isDay(to)) return { period, days };
  return { period: undefined, days: { from: isDay(from) ? from : days.from, to: isDay(to) ? to : days.to } };
}

const NUMBERS = ['days', 'top'];

/** The parameters of the call. */
export const inputOf = ({ values }: Choice): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, text]): [string, unknown][] => {
      if (!NUMBERS.includes(name)) return isDay(text) ? [[name, text]] : [];
      return /^\d{1,15}$/.test(text) ? [[name, Number(text)]] : [];
    }),
  );

/** Which days it is about, in words. */
export function daysInWords({ values: { from, to, days, until } }: Choice): string {
  const w = words.reports;
  if (from !== undefined && to !== undefined) return from === to ? day(from) : w.fromTo(day(from), day(to));
  if (until !== undefined && isDay(until)) return w.untilDay(day(until));
  return days === undefined ? w.asOfNow : w.nextDays(days);
}
