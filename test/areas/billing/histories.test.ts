import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ACTIONS } from '../../../src/areas/billing/life-cycle/table.ts';
import { advanceToToday } from '../../../src/areas/billing/life-cycle/time/time-rules.ts';
import { addDays } from '../../../src/core/zone.ts';
import { type Happening, History, OFFERS } from '../../factories/history.ts';

const cents = (most: number) => fc.integer({ min: 1, max: most * 100 }).map((amt) => new Decimal(amt).div(100));

/** Whatever can happen to a service, some days after what happened before. */
const happening: fc.Arbitrary<Happening> = fc.record({
  days: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 5, arbitrary: fc.integer({ min: 1, max: 40 }) }),
  event: fc.oneof(
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('clock' as const) }) },
    { weight: 6, arbitrary: fc.record({ kind: fc.constant('act' as const), action: fc.constantFrom(...ACTIONS) }) },
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('pay' as const), amt: cents(900), byIsp: fc.boolean() }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('take back' as const, 'turn' as const) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete' as const), used: fc.boolean() }) },
    {
      weight: 2,
      arbitrary: fc.record({ kind: fc.constant('agree' as const), percent: fc.constantFrom('0', '10', '40', '100') }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant('change plan' as const),
        offer: fc.nat({ max: OFFERS.length - 1 }),
        schedule: fc.constantFrom('immediately' as const, 'next_bill' as const),
      }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('top up' as const), amt: cents(100) }) },
  ),
});

const terms = fc.record({
  prepaid: fc.boolean(),
  startsOn: fc.integer({ min: 0, max: 1500 }).map((days) => addDays('2026-01-01', days)),
  billingStartDay: fc.constantFrom(0, 0, 1, 15, 30),
  discountPercent: fc.constantFrom('0', '10', '33.33', '100'),
  discountAmt: fc.constantFrom('0', '0.01', '20'),
  taxes: fc.constantFrom([], ['18'], ['9', '9'], ['2.5', '0.01', '7']),
  inclusive: fc.boolean(),
  creditLimit: fc.constantFrom(null, '0', '700'),
  franchisee: fc.boolean(),
  freezes: fc.boolean(),
  lateFee: fc.boolean(),
  offer: fc.nat({ max: OFFERS.length - 1 }),
});

describe('whatever happens to a service', () => {
  it('its balance is what the ledger says, each entry balances, and what is due stands on its newest invoices', () => {
    fc.assert(
      fc.property(terms, fc.array(happening, { maxLength: 40 }), (given, happenings) => {
        const history = new History(given);
        for (const each of happenings) {
          history.happen(each);
          expect(history.unbalancedEntries()).toEqual([]);
          expect(history.subscription.osAmt.toFixed(2)).toBe(history.ledgerBalance().toFixed(2));
          expect(history.unpaid().toFixed(2)).toBe(history.due().toFixed(2));
          expect(history.walletDrift().toFixed(2)).toBe('0.00');
          expect(history.wallet().greaterThanOrEqualTo(history.walletFloor())).toBe(true);
        }
      }),
    );
  });

  it('no day is in two periods, and nothing is charged twice for a period', () => {
    fc.assert(
      fc.property(terms, fc.array(happening, { maxLength: 40 }), (given, happenings) => {
        const history = new History(given);
        for (const each of happenings) history.happen(each);
        expect(history.overlaps()).toEqual([]);
        expect(history.repeatedEntries()).toEqual([]);
        expect(history.brokenValidity()).toBe(null);
      }),
    );
  });

  it('credits and commissions of what was never used come back', () => {
    const agreed = fc.constantFrom('0', '10', '40', '100');
    const last = fc.record({ percent: agreed, days: fc.nat({ max: 20 }), offer: fc.nat({ max: OFFERS.length - 1 }) });
    fc.assert(
      fc.property(
        terms,
        fc.array(happening, { maxLength: 40 }),
        last,
        (given, happenings, { percent, days, offer }) => {
          const history = new History(given);
          const happens = (happening: Happening) => {
            history.happen(happening);
            expect(history.creditsDrift()).toBe(0);
            expect(history.wrongCredits()).toEqual([]);
          };
          happens({ days: 0, event: { kind: 'pay', amt: new Decimal(3_000), byIsp: true } });
          for (const each of happenings) happens(each);
          happens({ days: 0, event: { kind: 'agree', percent } });
          happens({ days, event: { kind: 'change plan', offer, schedule: 'immediately' } });
          for (const [left, share] of history.commissions())
            expect(left.minus(share).abs().toNumber()).toBeLessThan(0.02);
        },
      ),
    );
  });

  it('a service is deleted with nothing left open', () => {
    fc.assert(
      fc.property(terms, fc.array(happening, { maxLength: 40 }), fc.boolean(), (given, happenings, used) => {
        const history = new History(given);
        for (const each of happenings) history.happen(each);
        const { deleted } = history.subscription;
        const amt = history.owedAtDeletion(used);
        if (amt.greaterThan(0)) history.happen({ days: 0, event: { kind: 'pay', amt, byIsp: true } });
        history.happen({ days: 0, event: { kind: 'delete', used } });
        if (!deleted && history.subscription.deleted) expect(history.leftOpen()).toEqual([]);
      }),
    );
  });

  it('a period that is over costs its share of the price, whatever was charged and credited for it on the way', () => {
    fc.assert(
      fc.property(terms, fc.array(happening, { maxLength: 40 }), (given, happenings) => {
        const history = new History(given);
        for (const each of happenings) history.happen(each);
        for (const [charged, least, most] of history.endedPeriods()) {
          expect(charged.greaterThanOrEqualTo(least), `${charged} is less than ${least}`).toBe(true);
          expect(charged.lessThanOrEqualTo(most), `${charged} is more than ${most}`).toBe(true);
        }
      }),
    );
  });

  it('the clock does nothing more when it comes again, and one that is late ends where a daily one does not lag behind', () => {
    fc.assert(
      fc.property(terms, fc.array(happening, { maxLength: 25 }), (given, happenings) => {
        const history = new History(given);
        for (const each of happenings) {
          history.happen(each);
          history.happen({ days: 0, event: { kind: 'clock' } });
          const again = history.draft();
          // The clock does not look at what is deleted.
          if (!history.subscription.deleted) advanceToToday(again);
          expect([again.entries, again.usage, again.sessions]).toEqual([[], null, null]);
        }
      }),
    );
  });
});
