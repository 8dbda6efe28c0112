import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addDays,
  dayOf,
  endOfDay,
  formatTimestamp,
  isDay,
  isZone,
  parseTimestamp,
  startOfDay,
} from '../../src/core/zone.ts';

const ZONES = ['UTC', 'Asia/Kolkata', 'Asia/Kathmandu', 'America/New_York', 'Australia/Lord_Howe', 'Pacific/Apia'];
const zone = fc.constantFrom(...ZONES);
const instant = fc.date({ min: new Date('2000-01-01'), max: new Date('2060-01-01'), noInvalidDate: true });

describe('timestamps in an ISP’s time zone', () => {
  it('writes the wall clock of the zone', () => {
    expect(formatTimestamp(new Date('2026-01-31T18:30:00Z'), 'Asia/Kolkata')).toBe('2026-02-01 00:00:00');
  });

  it('agrees with the platform’s own calendar everywhere', () => {
    fc.assert(
      fc.property(instant, zone, (at, timeZone) => {
        const parts = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
        expect(formatTimestamp(at, timeZone)).toBe(parts.format(at));
      }),
    );
  });

  it('reads back what it wrote, to the second, but for the hour that a clock change repeats', () => {
    fc.assert(
      fc.property(instant, zone, (at, timeZone) => {
        const text = formatTimestamp(at, timeZone);
        const read = parseTimestamp(text, timeZone);
        expect(read && formatTimestamp(read, timeZone)).toBe(text);
      }),
    );
  });

  it.each(['2026-02-30 10:00:00', '2026-01-01 24:00:00', '2026-01-01 10:60:00', '2026-01-01', 'yesterday', ''])(
    'refuses %j',
    (text) => expect(parseTimestamp(text, 'UTC')).toBeUndefined(),
  );
});

describe('days', () => {
  it('holds exactly the instants from its start up to its end', () => {
    fc.assert(
      fc.property(instant, zone, (at, timeZone) => {
        const day = dayOf(at, timeZone);
        expect(startOfDay(day, timeZone).getTime()).toBeLessThanOrEqual(at.getTime());
        expect(endOfDay(day, timeZone).getTime()).toBeGreaterThan(at.getTime());
      }),
    );
  });

  it('has 23 hours on the day the clocks go forward', () => {
    const hours = (day: string) =>
      (endOfDay(day, 'America/New_York').getTime() - startOfDay(day, 'America/New_York').getTime()) / 3_600_000;
    expect([hours('2026-03-07'), hours('2026-03-08'), hours('2026-11-01')]).toEqual([24, 23, 25]);
  });

  it('counts over month ends and leap days', () => {
    expect(addDays('2028-02-28', 1)).toBe('2028-02-29');
    expect(addDays('2027-03-01', -1)).toBe('2027-02-28');
  });

  it('knows which texts are days and which names are zones', () => {
    expect(['2026-02-28', '2026-02-29', '2026-2-1', '26-01-01'].map(isDay)).toEqual([true, false, false, false]);
    expect(['Asia/Kolkata', 'Mars/Olympus'].map(isZone)).toEqual([true, false]);
  });
});
