import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays } from '../../../../src/core/zone.ts';
import { History, type HistoryStep, type Terms } from '../../../factories/history.ts';
import { step, terms } from '../../../factories/random-history.ts';

const numRuns = Number(process.env.PROPERTY_RUNS ?? 150);

type Runs = 'daily' | 'late';

/** Lives through the steps, and then for some days more. Runs come on each day, or only where something happens. */
function lived(given: Terms, steps: readonly HistoryStep[], runs: Runs, more = 0): History {
  const history = new History(given);
  for (const { days, event } of steps) {
    history.passTo(history.dayOf(days), runs);
    history.step({ days: 0, event });
  }
  history.passTo(addDays(history.today, more), runs);
  return history;
}

describe('a late run', () => {
  it('leaves what daily runs would have left, whatever happened in between', { timeout: 3_600_000 }, () => {
    let changes = 0;
    fc.assert(
      fc.property(terms, fc.array(step, { maxLength: 30 }), fc.nat({ max: 150 }), (given, steps, more) => {
        const [daily, late] = [lived(given, steps, 'daily', more), lived(given, steps, 'late', more)];
        expect(late.story()).toEqual(daily.story());
        expect(late.standing()).toEqual(daily.standing());
        changes += daily.story().length;
      }),
      { numRuns },
    );
    if (numRuns > 1000) console.log(`${numRuns} histories with ${changes} changes are the same`);
  });

  it('and a second one changes nothing', () => {
    fc.assert(
      fc.property(terms, fc.array(step, { maxLength: 20 }), (given, steps) => {
        const history = lived(given, steps, 'late', 40);
        const before = history.story().length;
        history.passTo(history.today, 'daily');
        expect(history.story()).toHaveLength(before);
      }),
      { numRuns },
    );
  });
});

const POSTPAID: Terms = {
  ...{ prepaid: false, startsOn: '2026-06-01', billingStartDay: 1, discountPercent: '0', discountAmt: '0', taxes: [] },
  ...{ inclusive: false, creditLimit: null, franchisee: false, freezes: true, lateFee: false, offer: 0 },
};
const does = (days: number, event: HistoryStep['event']): HistoryStep => ({ days, event });
const act = (days: number, action: 'renew' | 'invoice' | 'np') => does(days, { kind: 'act', action });
const standing = ({ subscription: { status, validFrom, validUpto, osAmt } }: History) =>
  `${status} ${validFrom} ${validUpto} ${osAmt.toFixed(2)}`;

describe('on one day', () => {
  it('grace ends before the next month begins, so that no month without access is billed', () => {
    // The grace of five days ends with the month, or a day before: one month and the installation are owed.
    for (const last of ['2026-06-30', '2026-06-29'])
      for (const runs of ['daily', 'late'] as const) {
        const days = last === '2026-06-30' ? 24 : 23;
        const history = lived(POSTPAID, [act(days, 'np')], runs, 120);
        expect(history.subscription.graceUpto).toBe(null);
        expect(standing(history)).toBe('NPD 2026-06-01 2026-06-30 649.00');
      }
  });

  it('an outstanding amount above the limit ends access before the next month begins', () => {
    const history = lived({ ...POSTPAID, creditLimit: '400' }, [], 'daily', 120);
    expect(standing(history)).toBe('NPD 2026-06-01 2026-06-30 649.00');
  });
});

describe('the last day', () => {
  it('of the grace is NP, and the next one NPD', () => {
    const history = lived(POSTPAID, [act(3, 'np')], 'daily', 5);
    expect([history.today, history.subscription.graceUpto]).toEqual(['2026-06-09', '2026-06-09']);
    expect(standing(history)).toBe('NP 2026-06-01 2026-06-30 150.00');
    history.passTo('2026-06-10', 'daily');
    expect(standing(history)).toBe('NPD 2026-06-01 2026-06-30 150.00');
  });

  it('of a prepaid validity is followed by the next one, if it is renewed on it', () => {
    const given = { ...POSTPAID, prepaid: true, billingStartDay: 0, startsOn: '2026-03-03' };
    const pay: HistoryStep = does(0, { kind: 'pay', amt: new Decimal(649), byIsp: true });
    const history = lived(given, [pay, act(30, 'renew')], 'daily');
    expect(history.today).toBe('2026-04-02');
    expect(history.subscription.periods.map(({ startsOn, endsOn }) => `${startsOn} ${endsOn}`)).toEqual([
      '2026-03-03 2026-04-02',
      '2026-04-03 2026-05-02',
    ]);
  });

  it('of a bill is no late one', () => {
    const history = lived({ ...POSTPAID, lateFee: true }, [act(1, 'invoice')], 'daily', 7);
    expect([history.today, history.subscription.invoices.at(-1)?.dueOn]).toEqual(['2026-06-09', '2026-06-09']);
    expect(standing(history)).toMatch(/^Active /);
    history.passTo('2026-06-10', 'daily');
    expect(standing(history)).toMatch(/^NP /);
  });
});

describe('a prepaid service with an advance', () => {
  it('is renewed on the day after its last, however late the run is, and keeps its day of the month', () => {
    const given = { ...POSTPAID, prepaid: true, billingStartDay: 0, startsOn: '2026-03-03' };
    const pay: HistoryStep = does(0, { kind: 'pay', amt: new Decimal(1700), byIsp: true });
    const history = lived(given, [pay], 'late', 47);
    expect(standing(history)).toBe('Active 2026-04-03 2026-05-02 -552.00');
    history.passTo('2026-05-20', 'late');
    expect(standing(history)).toBe('Active 2026-05-03 2026-06-02 -53.00');
    expect(history.subscription.anchorDay).toBe(3);
  });
});
