import { Temporal } from 'temporal-polyfill';
import { Fault } from '../../core/fault.ts';

/**
 * Validity periods on an ISP's calendar. Days are `yyyy-mm-dd`, both ends inclusive. Months keep their anchor day and clamp
 * at short months without drifting: 31 Jan, 28 Feb, 31 Mar.
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

/** `billing_start_day`, where 0 means the day of activation. */
export function anchorDayOf(billingStartDay: number, activatedOn: string): number {
  return billingStartDay === 0 ? Temporal.PlainDate.from(activatedOn).day : billingStartDay;
}

/** The period that starts on a day: a whole one, or a stub up to the next anchor day. */
export function periodFrom(startsOn: string, { length, unit, anchorDay }: Validity): Period {
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

/** Of what is written with four digits. */
const LAST_YEAR = 9999;

export const isAnchor = (day: Temporal.PlainDate, anchorDay: number) =>
  day.day === Math.min(anchorDay, day.daysInMonth);

const anchorIn = (month: Temporal.PlainYearMonth, anchorDay: number) =>
  month.toPlainDate({ day: Math.min(anchorDay, month.daysInMonth) });

/** How many days there are from one day to another, both inclusive. */
export function daysFrom(startsOn: string, endsOn: string): number {
  return Temporal.PlainDate.from(startsOn).until(endsOn).days + 1;
}

/** The days of the whole validity that ends with a day: what a price stands for where only a part of it is used. */
export function wholeDaysTo(endsOn: string, { length, unit, anchorDay }: Validity): number {
  if (unit === 'Day') return length;
  const next = Temporal.PlainDate.from(endsOn).add({ days: 1 });
  // Days given back behind a hold, or counted by another plan, can end anywhere in a month.
  const first = isAnchor(next, anchorDay)
    ? anchorIn(next.toPlainYearMonth().subtract({ months: length }), anchorDay)
    : next.subtract({ months: length });
  return first.until(next).days;
}
