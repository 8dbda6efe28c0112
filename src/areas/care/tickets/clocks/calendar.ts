import { z } from 'zod';
import { badParameter } from '../../../../core/fault.ts';
import { errorText, kind } from '../../../../core/wire/index.ts';
import type { Calendar, Interval } from './working-time.ts';

const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
type Weekday = (typeof WEEKDAYS)[number];

/** Working time by weekday, as the table keeps it: `09:00-13:00`. */
export type Week = Readonly<Record<Weekday, readonly string[]>>;

const FORM = /^([01]\d|2[0-3]):([0-5]\d)-(?:([01]\d|2[0-3]):([0-5]\d)|24:00)$/;

/** An interval of a day, which ends after it begins; 24:00 is its end. */
export function interval() {
  const problem = 'must be an interval such as 09:00-13:00 that ends after it begins';
  const isInterval = (text: string) => FORM.test(text) && intervalOf(text).from < intervalOf(text).upto;
  return kind(z.string(errorText(problem)).trim().refine(isInterval, { error: problem }), {
    parse: (text) => text,
    render: (value: string) => value,
    document: { type: 'string', example: '09:00-13:00' },
  });
}

export function intervalOf(text: string): Interval {
  const [from = 0, upto = 0] = text.split('-').map((clock) => {
    const [hours = 0, minutes = 0] = clock.split(':').map(Number);
    return hours * 60 + minutes;
  });
  return { from, upto };
}

const inOrder = (texts: readonly string[]): Interval[] => texts.map(intervalOf).sort((a, b) => a.from - b.from);

/** @throws Fault of kind `badInput` if intervals of a day overlap: their time would count twice */
export function refuseOverlaps(week: Week): void {
  for (const day of WEEKDAYS) {
    const intervals = inOrder(week[day]);
    const overlap = intervals.find(({ from }, at) => from < (intervals[at - 1]?.upto ?? 0));
    if (overlap) throw badParameter(day, 'has intervals that overlap');
  }
}

export const calendarOf = (week: Week, zone: string, holidays: readonly string[]): Calendar => ({
  ...{ zone, holidays: new Set(holidays) },
  week: WEEKDAYS.map((day) => inOrder(week[day])),
});
