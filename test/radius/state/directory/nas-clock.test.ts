import { describe, expect, it } from 'vitest';
import { NasClock } from '../../../../src/radius/state/directory/nas-clock.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const NOW = Date.parse('2026-11-20T10:00:00Z');

/** After records that say a time so far ahead, in milliseconds, at these minutes. */
function heard(clock: NasClock, ...records: readonly (readonly [minute: number, ahead: number])[]): number | null {
  for (const [minute, ahead] of records) clock.heard(ahead, NOW + minute * MINUTE);
  return clock.aheadAt(NOW + (records.at(-1)?.[0] ?? 0) * MINUTE);
}

const right = () => new NasClock({ aheadS: 0, rightAt: NOW - HOUR });

describe('the clock of a NAS', () => {
  it('is not known before it has told, nor after one right time', () => {
    expect(heard(new NasClock())).toBeNull();
    expect(heard(new NasClock(), [0, 0], [1, -1_000])).toBeNull();
    expect(heard(new NasClock(), [0, 0], [1, -1_000], [2, 500])).toBe(0);
  });

  it('is ahead as soon as a record comes from the future', () => {
    expect(heard(right(), [0, DAY])).toBe(DAY);
    expect(heard(right(), [0, DAY], [1, 0], [2, 0])).toBe(DAY);
    expect(heard(right(), [0, DAY], [1, 0], [2, 0], [3, 0])).toBe(0);
  });

  it('of which nothing was known is slow after a minute of the same difference', () => {
    expect(heard(new NasClock(), [0, -5 * DAY], [0.5, -5 * DAY])).toBeNull();
    expect(heard(new NasClock(), [0, -5 * DAY], [1, -5 * DAY - 20_000])).toBe(-5 * DAY);
  });

  it('that was right is slow after ten minutes of the same difference, and not while records that waited come nearer', () => {
    expect(heard(right(), [0, -HOUR], [5, -HOUR], [9, -HOUR])).toBe(0);
    expect(heard(right(), [0, -HOUR], [5, -HOUR], [10, -HOUR])).toBe(-HOUR);
    const backlog = Array.from({ length: 30 }, (_, n) => [n, -2 * HOUR + n * 4 * MINUTE] as const);
    expect(heard(right(), ...backlog)).toBe(0);
    expect(heard(right(), [0, -HOUR], [5, 0], [10, -HOUR], [14, -HOUR])).toBe(0);
  });

  it('that is slow stays so after one right time, and after records that waited', () => {
    const slow = [
      [0, -HOUR],
      [1, -HOUR],
    ] as const;
    expect(heard(new NasClock(), ...slow, [2, 0], [3, -HOUR], [4, 0])).toBe(-HOUR);
    expect(heard(new NasClock(), ...slow, [90, -3 * HOUR])).toBe(-HOUR);
  });

  it('is as it was stored, until a day has passed', () => {
    expect(heard(new NasClock({ aheadS: -5_000, rightAt: null }))).toBe(-5_000_000);
    expect(heard(new NasClock({ aheadS: -5_000, rightAt: NOW - HOUR }))).toBe(0);
    expect(heard(new NasClock({ aheadS: 3, rightAt: null }))).toBeNull();
    expect(heard(new NasClock({ aheadS: 3, rightAt: NOW - DAY }))).toBeNull();
  });
});
