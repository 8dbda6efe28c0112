import { describe, expect, it } from 'vitest';
import { clockIn, durationMs } from '../../../src/areas/network/routeros/values.ts';

describe('what RouterOS writes', () => {
  it.each([
    ['2w3d4h5m6s', 1_483_506_000],
    ['1d04:05:06', 101_106_000],
    ['00:05:00', 300_000],
    ['5m', 300_000],
    ['0s', 0],
    ['1ms234us', 1.234],
    ['12ms', 12],
    ['1.5s', 1_500],
    ['', null],
    ['timeout', null],
    ['5m later', null],
    ['5', null],
  ])('as a duration %s is %s ms', (text, ms) => {
    expect(durationMs(text)).toBe(ms);
  });

  it.each([
    ['2026-11-30', '2026-11-30T13:00:00.000Z'],
    ['nov/30/2026', '2026-11-30T13:00:00.000Z'],
    ['Jan/01/1970', '1970-01-01T13:00:00.000Z'],
    ['foo/30/2026', undefined],
    ['2026-13-45', undefined],
    ['', undefined],
  ])('as a day %s is read', (date, instant) => {
    const row = new Map([
      ['date', date],
      ['time', '18:30:00'],
      ['gmt-offset', '+05:30'],
    ]);
    expect(clockIn(row)?.toISOString()).toBe(instant);
  });

  it('is no time without its offset', () => {
    expect(
      clockIn(
        new Map([
          ['date', '2026-11-30'],
          ['time', '18:30:00'],
        ]),
      ),
    ).toBeNull();
    expect(clockIn(undefined)).toBeNull();
  });
});
