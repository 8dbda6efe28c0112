import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { TAX_TREATMENTS } from '../../src/areas/money/billing/life-cycle/actions/adjust.ts';
import { ACTIONS } from '../../src/areas/money/billing/life-cycle/table.ts';
import { days } from './days.ts';
import { type Boundary, type HistoryStep, OFFERS } from './history.ts';

const cents = (most: number) => fc.integer({ min: 1, max: most * 100 }).map((amt) => new Decimal(amt).div(100));

const boundary: fc.Arbitrary<Boundary> = fc.record({
  end: fc.constantFrom('validUpto', 'graceUpto', 'promiseUpto', 'dueOn', 'month'),
  off: fc.constantFrom(-1, 0, 1),
});

/** An event of a service, some days after the one before. */
export const step: fc.Arbitrary<HistoryStep> = fc.record({
  days: fc.oneof(
    { weight: 3, arbitrary: fc.constant(0) },
    { weight: 3, arbitrary: fc.integer({ min: 1, max: 40 }) },
    { weight: 3, arbitrary: boundary },
  ),
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

export const terms = fc.record({
  prepaid: fc.boolean(),
  startsOn: days(2026, 2029),
  billingStartDay: fc.constantFrom(0, 0, 1, 15, 30),
  discountPercent: fc.constantFrom('0', '10', '33.33', '100'),
  discountAmt: fc.constantFrom('0', '0.01', '20'),
  taxes: fc.constantFrom([], ['18'], ['9', '9'], ['2.5', '0.01', '7']),
  inclusive: fc.boolean(),
  creditLimit: fc.constantFrom(null, '0', '700'),
  franchisee: fc.boolean(),
  freezes: fc.boolean(),
  lateFee: fc.boolean(),
  lateFeeAfterDays: fc.constantFrom(0, 0, 3, 9),
  minDues: fc.constantFrom('0', '0', '50', '700'),
  endsPeriodsWithAccess: fc.boolean(),
  offer: fc.nat({ max: OFFERS.length - 1 }),
});
