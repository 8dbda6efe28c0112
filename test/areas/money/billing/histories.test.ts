import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyDay } from '../../../../src/areas/money/billing/life-cycle/time/time-rules.ts';
import { History, type HistoryStep, OFFERS } from '../../../factories/history.ts';
import { step, terms } from '../../../factories/random-history.ts';

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
          if (!history.subscription.deleted) applyDay(again);
          expect([again.entries, again.usage, again.sessions]).toEqual([[], null, null]);
        }
      }),
    );
  });
});
