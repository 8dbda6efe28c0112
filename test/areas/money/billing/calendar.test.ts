import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  fallsOnAnchor,
  type Period,
  periodFrom,
  type Validity,
} from '../../../../src/areas/money/billing/model/calendar.ts';
import { addDays } from '../../../../src/core/zone.ts';
import { days } from '../../../factories/days.ts';

function run(startsOn: string, validity: Validity, count: number): Period[] {
  const periods: Period[] = [];
  for (let next = startsOn; periods.length < count; ) {
    const period = periodFrom(next, validity);
    periods.push(period);
    next = addDays(period.endsOn, 1);
  }
  return periods;
}

const starts = (periods: Period[]) => periods.map((period) => period.startsOn);

describe('validity periods', () => {
  it('keep the 31st through short months without drifting', () => {
    const periods = run('2026-01-31', { length: 1, unit: 'Month', anchorDay: 31 }, 4);
    expect(starts(periods)).toEqual(['2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30']);
  });

  it('open a stub up to the anchor day', () => {
    const [stub, whole] = run('2026-01-10', { length: 1, unit: 'Month', anchorDay: 15 }, 2);
    expect(stub).toEqual({ startsOn: '2026-01-10', endsOn: '2026-01-14', stub: true });
    expect(whole).toEqual({ startsOn: '2026-01-15', endsOn: '2026-02-14', stub: false });
  });

  it('count days exactly', () => {
    expect(periodFrom('2026-02-20', { length: 30, unit: 'Day', anchorDay: 1 }).endsOn).toBe('2026-03-21');
  });

  it('recognise the anchor day 31 in a month without it', () => {
    expect(['2026-02-28', '2028-02-28', '2026-04-30', '2026-03-30'].map((day) => fallsOnAnchor(day, 31))).toEqual([
      true,
      false,
      true,
      false,
    ]);
  });

  it('follow each other without a gap: only the first may be a stub, whole ones start on the anchor day', () => {
    fc.assert(
      fc.property(
        days(2020, 2040),
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: 1, max: 31 }),
        (startsOn, length, anchorDay) => {
          const periods = run(startsOn, { length, unit: 'Month', anchorDay }, 15);
          for (const [at, period] of periods.entries()) {
            expect(period.endsOn >= period.startsOn).toBe(true);
            if (at === 0) continue;
            expect(period.stub).toBe(false);
            const lastOfMonth = addDays(`${addDays(`${period.startsOn.slice(0, 7)}-28`, 4).slice(0, 7)}-01`, -1);
            expect(Number(period.startsOn.slice(8))).toBe(Math.min(anchorDay, Number(lastOfMonth.slice(8))));
          }
        },
      ),
    );
  });

  it('end by the year 9999 or are refused', () => {
    expect(periodFrom('9999-12-01', { length: 1, unit: 'Month', anchorDay: 1 })).toMatchObject({
      endsOn: '9999-12-31',
    });
    expect(() => periodFrom('9999-12-02', { length: 1, unit: 'Month', anchorDay: 2 })).toThrow(
      'the period from 9999-12-02 would end after the year 9999',
    );
  });
});
