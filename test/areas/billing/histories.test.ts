import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TAX_TREATMENTS } from '../../../src/areas/billing/life-cycle/actions/adjust.ts';
import { ACTIONS } from '../../../src/areas/billing/life-cycle/table.ts';
import { advanceToToday } from '../../../src/areas/billing/life-cycle/time/time-rules.ts';
import { addDays } from '../../../src/core/zone.ts';
import { History, type HistoryStep, OFFERS } from '../../factories/history.ts';

const cents = (most: number) => fc.integer({ min: 1, max: most * 100 }).map((amt) => new Decimal(amt).div(100));

/** An event of a service, some days after the one before. */
const step: fc.Arbitrary<HistoryStep> = fc.record({
  days: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 5, arbitrary: fc.integer({ min: 1, max: 40 }) }),
  event: fc.oneof(
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('advance' as const) }) },
    { weight: 6, arbitrary: fc.record({ kind: fc.constant('act' as const), action: fc.constantFrom(...ACTIONS) }) },
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('pay' as const), amt: cents(900), byIsp: fc.boolean() }) },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constantFrom('cancel payment' as const, 'switch prepaid' as const) }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete' as const), used: fc.boolean() }) },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant('set commission' as const),
        percent: fc.constantFrom('0', '10', '40', '100'),
      }),
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
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant('adjust' as const),
        type: fc.constantFrom('Debit' as const, 'Credit' as const),
        amt: cents(700),
        tax: fc.constantFrom(...TAX_TREATMENTS),
      }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('write off' as const) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('refund' as const), amt: cents(300) }) },
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
  it('its balance equals the ledger, each entry balances, and the newest invoices are the unpaid ones', () => {
    fc.assert(
      fc.property(terms, fc.array(step, { maxLength: 40 }), (given, steps) => {
        const history = new History(given);
        for (const each of steps) {
          history.step(each);
          expect(history.unbalancedEntries()).toEqual([]);
          expect(history.subscription.osAmt.toFixed(2)).toBe(history.ledgerBalance().toFixed(2));
          expect(history.unpaid().toFixed(2)).toBe(history.due().toFixed(2));
          expect(history.walletDrift().toFixed(2)).toBe('0.00');
          expect(history.wallet().greaterThanOrEqualTo(history.walletFloor())).toBe(true);
        }
      }),
    );
  });

  it('periods do not overlap, and none is charged twice', () => {
    fc.assert(
      fc.property(terms, fc.array(step, { maxLength: 40 }), (given, steps) => {
        const history = new History(given);
        for (const each of steps) history.step(each);
        expect(history.overlaps()).toEqual([]);
        expect(history.repeatedEntries()).toEqual([]);
        expect(history.brokenValidity()).toBe(null);
      }),
    );
  });

  it('unused periods return credits and commissions', () => {
    const agreed = fc.constantFrom('0', '10', '40', '100');
    const last = fc.record({ percent: agreed, days: fc.nat({ max: 20 }), offer: fc.nat({ max: OFFERS.length - 1 }) });
    fc.assert(
      fc.property(terms, fc.array(step, { maxLength: 40 }), last, (given, steps, { percent, days, offer }) => {
        const history = new History(given);
        const take = (each: HistoryStep) => {
          history.step(each);
          expect(history.creditsDrift()).toBe(0);
          expect(history.wrongCredits()).toEqual([]);
        };
        take({ days: 0, event: { kind: 'pay', amt: new Decimal(3_000), byIsp: true } });
        for (const each of steps) take(each);
        take({ days: 0, event: { kind: 'set commission', percent } });
        take({ days, event: { kind: 'change plan', offer, schedule: 'immediately' } });
        for (const [left, share] of history.commissions())
          expect(left.minus(share).abs().toNumber()).toBeLessThan(0.02);
      }),
    );
  });

  it('deletion leaves nothing unbilled or unpaid', () => {
    fc.assert(
      fc.property(terms, fc.array(step, { maxLength: 40 }), fc.boolean(), (given, steps, used) => {
        const history = new History(given);
        for (const each of steps) history.step(each);
        const { deleted } = history.subscription;
        const amt = history.owedAtDeletion(used);
        if (amt.greaterThan(0)) history.step({ days: 0, event: { kind: 'pay', amt, byIsp: true } });
        history.step({ days: 0, event: { kind: 'delete', used } });
        if (!deleted && history.subscription.deleted) expect(history.leftOpen()).toEqual([]);
      }),
    );
  });

  it('a period that is over costs its share of the price, whatever was charged and credited meanwhile', () => {
    fc.assert(
      fc.property(terms, fc.array(step, { maxLength: 40 }), (given, steps) => {
        const history = new History(given);
        for (const each of steps) history.step(each);
        for (const [charged, least, most] of history.endedPeriods()) {
          expect(charged.greaterThanOrEqualTo(least), `${charged} is less than ${least}`).toBe(true);
          expect(charged.lessThanOrEqualTo(most), `${charged} is more than ${most}`).toBe(true);
        }
      }),
    );
  });

  it('a repeated run changes nothing', () => {
    fc.assert(
      fc.property(terms, fc.array(step, { maxLength: 25 }), (given, steps) => {
        const history = new History(given);
        for (const each of steps) {
          history.step(each);
          history.step({ days: 0, event: { kind: 'advance' } });
          const again = history.draft();
          // The time rules do not see deleted services.
          if (!history.subscription.deleted) advanceToToday(again);
          expect([again.entries, again.usage, again.sessions]).toEqual([[], null, null]);
        }
      }),
    );
  });
});
