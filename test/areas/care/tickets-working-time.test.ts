import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { intervalOf } from '../../../src/areas/care/tickets/clocks/calendar.ts';
import { resumed } from '../../../src/areas/care/tickets/clocks/deadlines.ts';
import {
  addWorkingTime,
  type Calendar,
  workingTimeBetween,
} from '../../../src/areas/care/tickets/clocks/working-time.ts';
import { formatTimestamp } from '../../../src/core/zone.ts';
import '../../fixtures/properties.ts';

const MINUTE = 60_000;
const at = (text: string) => new Date(`${text}Z`);

interface Pause {
  readonly from: number;
  readonly upto: number;
}

function isWorking({ zone, week, holidays }: Calendar, instant: number): boolean {
  const [day = '', clock = ''] = formatTimestamp(new Date(instant), zone).split(' ');
  const [hours = 0, minutes = 0] = clock.split(':').map(Number);
  const weekday = (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;
  const minute = hours * 60 + minutes;
  return !holidays.has(day) && (week[weekday] ?? []).some(({ from, upto }) => from <= minute && minute < upto);
}

/** Counts minutes one by one. */
function counted(calendar: Calendar, from: Date, minutes: number, pauses: readonly Pause[] = []): Date {
  let instant = from.getTime();
  for (let left = minutes; left > 0; instant += MINUTE) {
    const isPaused = pauses.some((pause) => pause.from <= instant && instant < pause.upto);
    if (!isPaused && isWorking(calendar, instant)) left -= 1;
  }
  return new Date(instant);
}

const ZONES = [
  ...([
    'Asia/Kolkata',
    'Europe/Berlin',
    'America/New_York',
    'Australia/Lord_Howe',
    'Africa/Cairo',
    'Asia/Kathmandu',
  ] as const),
];
/** Near the days on which these zones change their clocks. */
const DAYS = [
  '2026-03-06',
  '2026-03-27',
  '2026-04-03',
  '2026-04-22',
  '2026-10-02',
  '2026-10-23',
  '2026-10-28',
  '2026-10-30',
];

const day = fc
  .uniqueArray(fc.integer({ min: 0, max: 1440 }), { minLength: 0, maxLength: 6 })
  .map((points) => points.sort((a, b) => a - b))
  .map((points) =>
    points.flatMap((from, i) => (i % 2 === 0 && points[i + 1] ? [{ from, upto: points[i + 1] ?? 0 }] : [])),
  );
const calendars: fc.Arbitrary<Calendar> = fc.record({
  zone: fc.constantFrom(...ZONES),
  // Sundays always have some work, so that counting ends.
  week: fc
    .tuple(fc.array(day, { minLength: 6, maxLength: 6 }), fc.integer({ min: 0, max: 900 }))
    .map(([days, from]) => [...days, [{ from, upto: from + 300 }]]),
  holidays: fc
    .uniqueArray(fc.constantFrom('2026-03-07', '2026-03-09', '2026-10-26', '2026-04-24'), { maxLength: 3 })
    .map((days) => new Set(days)),
});
const starts = fc
  .tuple(fc.constantFrom(...DAYS), fc.integer({ min: 0, max: 4 * 1440 }))
  .map(([from, minutes]) => new Date(Date.parse(`${from}T00:00:00Z`) + minutes * MINUTE));

describe('working time', () => {
  const week = Array.from({ length: 7 }, (_, weekday) => (weekday < 5 ? ['09:00-13:00', '14:00-18:00'] : []));
  const calendar: Calendar = {
    zone: 'Asia/Kolkata',
    week: week.map((texts) => texts.map(intervalOf)),
    holidays: new Set(['2026-01-26']),
  };

  it('passes over lunch, nights, weekends and holidays', () => {
    const hoursLater = (from: string, hours: number) =>
      formatTimestamp(addWorkingTime(calendar, at(from), hours * 60 * MINUTE) ?? new Date(0), 'Asia/Kolkata');
    expect(hoursLater('2026-01-23T06:30:00', 1)).toBe('2026-01-23 13:00:00');
    expect(hoursLater('2026-01-23T06:30:00', 2)).toBe('2026-01-23 15:00:00');
    expect(hoursLater('2026-01-23T12:00:00', 1)).toBe('2026-01-27 09:30:00');
    expect(workingTimeBetween(calendar, at('2026-01-23T12:00:00'), at('2026-01-27T04:00:00'))).toBe(60 * MINUTE);
  });

  it('is all time without a calendar, and never over where nobody works', () => {
    expect(addWorkingTime(null, at('2026-01-23T12:00:00'), 60 * MINUTE)).toEqual(at('2026-01-23T13:00:00'));
    expect(addWorkingTime({ ...calendar, week: [] }, at('2026-01-23T12:00:00'), MINUTE)).toBeNull();
  });

  it('is what counting minutes one by one finds, also over pauses and changes of clocks', () => {
    const gaps = fc.array(fc.tuple(fc.integer({ min: 1, max: 900 }), fc.integer({ min: 1, max: 1500 })), {
      maxLength: 3,
    });
    fc.assert(
      fc.property(calendars, starts, fc.integer({ min: 1, max: 900 }), gaps, (calendar, from, minutes, gaps) => {
        let end = from.getTime();
        const pauses = gaps.map(([gap, length]) => {
          const begin = end + gap * MINUTE;
          end = begin + length * MINUTE;
          return { from: begin, upto: end };
        });
        let by = addWorkingTime(calendar, from, minutes * MINUTE);
        expect(by).toEqual(counted(calendar, from, minutes));
        for (const { from: pausedAt, upto } of pauses)
          if (by) by = resumed(calendar, by, { pausedAt: new Date(pausedAt), now: new Date(upto) });
        expect(by).toEqual(counted(calendar, from, minutes, pauses));
      }),
      { numRuns: 150 },
    );
  });
});
