import { Temporal } from 'temporal-polyfill';
import { Fault } from '../../../../core/fault.ts';

/**
 * A validity period on an ISP's calendar. Days are `yyyy-mm-dd`, both ends inclusive. Months start on an anchor day; in a
 * shorter month they start on its last day, without drifting: 31 Jan, 28 Feb, 31 Mar.
 */
export interface Period {
  readonly startsOn: string;
  readonly endsOn: string;
  /** Shorter than a whole period: from a start off the anchor day up to the next anchor. */
  readonly stub: boolean;
}

export interface Validity {
  /** Whole days or months: `plan_period` times `units`. */
  readonly length: number;
  readonly unit: 'Day' | 'Month';
  /** Day of the month that periods start on, 1 to 31; ignored for days. */
  readonly anchorDay: number;
}

/**
 * The period that starts on a day: a whole one, or a stub up to the next anchor day. Cached, since the billing run opens the
 * same period for many services.
 * @throws Fault of kind `badInput` if it would end after the year 9999
 */
export function periodFrom(startsOn: string, validity: Validity): Period {
  const key = `${startsOn} ${validity.length} ${validity.unit} ${validity.anchorDay}`;
  const cached = periods.get(key);
  if (cached) return cached;
  const computed = Object.freeze(computePeriod(startsOn, validity));
  if (periods.size >= MAX_PERIODS) periods.clear();
  periods.set(key, computed);
  return computed;
}

const MAX_PERIODS = 10_000;
const periods = new Map<string, Period>();

function computePeriod(startsOn: string, { length, unit, anchorDay }: Validity): Period {
  const start = Temporal.PlainDate.from(startsOn);
  if (unit === 'Day') return period(start, start.add({ days: length }), false);
  if (isAnchor(start, anchorDay))
    return period(start, anchorIn(start.toPlainYearMonth().add({ months: length }), anchorDay), false);
  const thisMonth = anchorIn(start.toPlainYearMonth(), anchorDay);
  const next =
    Temporal.PlainDate.compare(thisMonth, start) > 0
      ? thisMonth
      : anchorIn(start.toPlainYearMonth().add({ months: 1 }), anchorDay);
  return period(start, next, true);
}

function period(start: Temporal.PlainDate, next: Temporal.PlainDate, stub: boolean): Period {
  const last = next.subtract({ days: 1 });
  if (last.year > LAST_YEAR)
    throw new Fault('badInput', `the period from ${start} would end after the year ${LAST_YEAR}`);
  return { startsOn: start.toString(), endsOn: last.toString(), stub };
}

/** Years have four digits. */
const LAST_YEAR = 9999;

const isAnchor = (day: Temporal.PlainDate, anchorDay: number) => day.day === Math.min(anchorDay, day.daysInMonth);

const anchorIn = (month: Temporal.PlainYearMonth, anchorDay: number) =>
  month.toPlainDate({ day: Math.min(anchorDay, month.daysInMonth) });

/** Whether a day is the anchor day of its month, or the last day of a month that is too short for it. */
export function fallsOnAnchor(day: string, anchorDay: number): boolean {
  const [year = 0, month = 0, ofMonth = 0] = day.split('-').map(Number);
  return ofMonth === anchorDay || (ofMonth < anchorDay && new Date(Date.UTC(year, month, 0)).getUTCDate() === ofMonth);
}

/** Without a time zone all days have this length. */
const DAY_MS = 86_400_000;

/** Number of days from one day to another, both inclusive. */
export function daysFrom(startsOn: string, endsOn: string): number {
  return Math.round((Date.parse(endsOn) - Date.parse(startsOn)) / DAY_MS) + 1;
}

/** Number of days of the whole validity that ends on a day: what the price of a partial period is a share of. */
export function wholeDaysTo(endsOn: string, { length, unit, anchorDay }: Validity): number {
  if (unit === 'Day') return length;
  const next = Temporal.PlainDate.from(endsOn).add({ days: 1 });
  // After a suspension, or under another plan before, a period can end anywhere in a month.
  const first = isAnchor(next, anchorDay)
    ? anchorIn(next.toPlainYearMonth().subtract({ months: length }), anchorDay)
    : next.subtract({ months: length });
  return first.until(next).days;
}
