import { Decimal } from 'decimal.js';
import { describe, expect, it } from 'vitest';
import { firstDayAfter, isLate, nextDayOf } from '../../../../src/areas/money/billing/life-cycle/time/next-day.ts';
import { openDay } from '../../../../src/areas/money/billing/model/booking-day.ts';
import {
  daysFrom,
  fallsOnAnchor,
  periodFrom,
  wholeDaysTo,
} from '../../../../src/areas/money/billing/model/calendar.ts';
import {
  allocatePayments,
  dueOf,
  isClear,
  overdue,
  unpaidAmount,
} from '../../../../src/areas/money/billing/model/dues.ts';
import { type LateFees, unpaidOn } from '../../../../src/areas/money/billing/model/late-fees.ts';
import type { Invoice, Subscription } from '../../../../src/areas/money/billing/model/subscription.ts';

const amt = (text: string) => new Decimal(text);
const invoice = (total: string, { paid = '0', dueOn = '2026-06-30' } = {}): Invoice => ({
  ...{ total: amt(total), paidAmt: amt(paid), feesAmt: amt('0'), dueOn, lateFee: false },
});
/** What the functions of the model read of a service. */
const service = (fields: Partial<Record<keyof Subscription, unknown>>): Subscription =>
  ({
    ...{ osAmt: amt('0'), charges: [], invoices: [], creditLimit: null, prepaid: false, status: 'Active' },
    ...{ validUpto: null, graceUpto: null, promiseUpto: null, holds: [], billFrom: '2026-01-01', billingStartDay: 0 },
    renewalRefused: false,
    ...fields,
  }) as unknown as Subscription;
/** With what an ISP says of it. */
const owing = (fields: Parameters<typeof service>[0], { minDues = '0', lateFeeAfterDays = 0 } = {}) => ({
  subscription: service(fields),
  isp: { minDues: amt(minDues), lateFeeAfterDays },
});
const charge = (total: string) => ({ total: amt(total) });
const text = (value: Decimal) => value.toFixed(2);

describe('what is due', () => {
  it('is what is owed less the charges that are not invoiced yet', () => {
    expect(text(dueOf(service({ osAmt: amt('700'), charges: [charge('200'), charge('50')] })))).toBe('450.00');
    expect(text(dueOf(service({ osAmt: amt('-5'), charges: [] })))).toBe('0.00');
  });

  it('is clear up to the credit limit, if all invoices are paid', () => {
    const clear = (osAmt: string, creditLimit: string | null, charged: string) =>
      isClear(owing({ osAmt: amt(osAmt), creditLimit: creditLimit && amt(creditLimit), charges: [charge(charged)] }));
    expect(clear('400', '400', '400')).toBe(true);
    expect(clear('400.01', '400', '400.01')).toBe(false);
    expect(clear('400', '400', '399.99')).toBe(false);
    expect(clear('9000', null, '9000')).toBe(true);
  });

  it('is clear below the amount from which on it matters', () => {
    const clear = (osAmt: string, minDues: string) => isClear(owing({ osAmt: amt(osAmt) }, { minDues }));
    expect(clear('0.82', '10')).toBe(true);
    expect(clear('10', '10')).toBe(false);
    expect(clear('0.01', '0')).toBe(false);
    expect(isClear(owing({ osAmt: amt('9'), creditLimit: amt('8') }, { minDues: '10' }))).toBe(false);
  });

  it('is owed on the newest invoices, while payments cover the oldest ones', () => {
    const invoices = [invoice('100'), invoice('0', { paid: '7' }), invoice('-20', { paid: '7' }), invoice('50')];
    allocatePayments(service({ osAmt: amt('80'), invoices }));
    expect(invoices.map(({ paidAmt }) => text(paidAmt))).toEqual(['70.00', '7.00', '7.00', '0.00']);
    expect(invoices.map(unpaidAmount).map(text)).toEqual(['30.00', '0.00', '0.00', '50.00']);
    const small = [invoice('0.50')];
    allocatePayments(service({ osAmt: amt('0.20'), invoices: small }));
    expect(small.map(({ paidAmt }) => text(paidAmt))).toEqual(['0.30']);
  });

  it('is overdue from the day after the last day to pay', () => {
    const one = owing({
      invoices: [invoice('1'), invoice('1', { paid: '1' }), invoice('1', { dueOn: '2026-07-01' })],
    });
    expect(overdue(one, '2026-06-30')).toEqual([]);
    expect(overdue(one, '2026-07-01')).toHaveLength(1);
    expect(overdue(one, '2026-07-02')).toHaveLength(2);
    // Two are enough to matter together.
    const { isp } = owing({}, { minDues: '1.5' });
    expect(overdue({ ...one, isp }, '2026-07-01')).toEqual([]);
    expect(overdue({ ...one, isp }, '2026-07-02')).toHaveLength(2);
  });
});

describe('what was unpaid when it was due', () => {
  const past = (id: number, { issuedOn = '2026-06-01', dueOn = '2026-06-08', total = '100' } = {}) => ({
    ...{ id, issuedOn, dueOn, total: amt(total) },
  });
  const judged = (fields: Partial<LateFees>): LateFees => ({ entries: [], invoices: [], settled: [], ...fields });
  const paid = (on: string, sum: string) => ({ on, amt: amt(sum) });

  it('counts payments of the last day, and none of a day later', () => {
    const settled = [paid('2026-06-08', '60'), paid('2026-06-09', '40')];
    expect(text(unpaidOn(judged({ invoices: [past(1)], settled }), past(1), '2026-06-08', []))).toBe('40.00');
  });

  it('counts older invoices first, and no newer ones or credit notes issued later', () => {
    const newer = past(3, { issuedOn: '2026-06-08', dueOn: '2026-06-15', total: '30' });
    const small = past(6, { issuedOn: '2026-06-08', total: '0.50' });
    const later = past(4, { issuedOn: '2026-06-09', dueOn: '2026-06-16', total: '500' });
    const credit = past(5, { issuedOn: '2026-06-08', total: '-10' });
    const invoices = [past(1, { total: '50' }), past(2), newer, small, later, credit];
    expect(text(unpaidOn(judged({ invoices, settled: [paid('2026-06-02', '70')] }), past(2), '2026-06-08', []))).toBe(
      '70.00',
    );
    expect(text(unpaidOn(judged({ invoices }), past(2), '2026-06-08', []))).toBe('100.00');
    expect(text(unpaidOn(judged({ invoices, settled: [paid('2026-06-02', '900')] }), past(2), '2026-06-08', []))).toBe(
      '0.00',
    );
  });

  it('counts fees that were returned as never charged, once', () => {
    const invoices = [past(1), past(2, { total: '-10' })];
    const returned = { document: 1, amt: amt('10') };
    const unpaid = (creditedBy: number | null, of = invoices) =>
      text(unpaidOn(judged({ invoices: of }), past(1), '2026-06-08', [{ ...returned, creditedBy }]));
    expect(unpaid(null, [past(1)])).toBe('90.00');
    expect(unpaid(2)).toBe('90.00');
  });
});

describe('the days of a period', () => {
  it('include both ends, also over a leap day and a change of clocks', () => {
    expect(daysFrom('2026-03-29', '2026-03-29')).toBe(1);
    expect(daysFrom('2028-02-28', '2028-03-01')).toBe(3);
    expect(daysFrom('2026-03-28', '2026-03-30')).toBe(3);
    expect(daysFrom('2026-03-02', '2026-03-01')).toBe(0);
  });

  it('are those of the whole validity, which a stub is a share of', () => {
    const monthly = { length: 1, unit: 'Month', anchorDay: 31 } as const;
    expect(wholeDaysTo('2026-02-27', monthly)).toBe(28);
    expect(wholeDaysTo('2028-02-28', monthly)).toBe(29);
    expect(wholeDaysTo('2026-03-30', monthly)).toBe(31);
    expect(wholeDaysTo('2026-03-14', monthly)).toBe(28);
    expect(wholeDaysTo('2026-03-29', { ...monthly, anchorDay: 30 })).toBe(30);
    expect(wholeDaysTo('2026-05-31', { ...monthly, length: 3, anchorDay: 1 })).toBe(92);
    expect(wholeDaysTo('2026-05-31', { length: 28, unit: 'Day', anchorDay: 1 })).toBe(28);
  });

  it('lead to the next anchor day, this month or next', () => {
    const from = (day: string, anchorDay: number) => periodFrom(day, { length: 1, unit: 'Month', anchorDay }).endsOn;
    expect(from('2026-01-14', 15)).toBe('2026-01-14');
    expect(from('2026-01-15', 15)).toBe('2026-02-14');
    expect(from('2026-01-16', 15)).toBe('2026-02-14');
    expect(from('2026-02-27', 31)).toBe('2026-02-27');
    expect(from('2028-02-28', 30)).toBe('2028-02-28');
    expect(from('2028-02-29', 30)).toBe('2028-03-29');
  });

  it('start on the anchor day, or on the last day of a shorter month', () => {
    const falls = (day: string) => fallsOnAnchor(day, 30);
    expect(['2026-02-28', '2028-02-28', '2028-02-29', '2026-01-30', '2026-01-31'].map(falls)).toEqual([
      true,
      false,
      true,
      true,
      false,
    ]);
  });
});

describe('the days of the rules', () => {
  it('are booked on the first open day', () => {
    const closed = { booksClosedUpto: '2026-03-31' };
    expect(openDay('2026-03-31', closed)).toBe('2026-04-01');
    expect(openDay('2026-02-28', closed)).toBe('2026-04-01');
    expect(openDay('2026-04-01', closed)).toBe('2026-04-01');
    expect(openDay('2026-04-02', closed)).toBe('2026-04-02');
    expect(openDay('2026-02-28', { booksClosedUpto: null })).toBe('2026-02-28');
  });

  it('continue after the last one seen', () => {
    expect(firstDayAfter('2026-02-27', '2026-03-01')).toBe('2026-02-28');
    expect(firstDayAfter('2026-03-01', '2026-03-01')).toBe('2026-03-01');
    expect(firstDayAfter('2026-03-02', '2026-03-01')).toBe('2026-03-01');
    expect(firstDayAfter(null, '2026-03-01')).toBe('2026-03-01');
    const late = (doneUpto: string | null, deleted = false) =>
      isLate({ subscription: { doneUpto, deleted }, context: { today: '2026-03-01' } });
    expect([late('2026-02-28'), late('2026-03-01'), late(null), late('2026-02-28', true)]).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });

  it('come the day after something ends', () => {
    const today = '2026-06-10';
    const next = (fields: Parameters<typeof service>[0]) => nextDayOf(owing(fields), today);
    expect(next({})).toBe(undefined);
    expect(next({ validUpto: '2026-06-10' })).toBe('2026-06-11');
    expect(next({ validUpto: '2026-06-09' })).toBe(undefined);
    expect(next({ validUpto: '2026-06-30', graceUpto: '2026-06-12' })).toBe('2026-06-13');
    expect(next({ promiseUpto: '2026-06-11' })).toBe('2026-06-12');
    expect(next({ billFrom: '2026-06-11' })).toBe('2026-06-11');
    expect(next({ billFrom: '2026-06-10' })).toBe(undefined);
    expect(next({ renewalRefused: true })).toBe('2026-06-11');
    expect(next({ invoices: [invoice('1', { dueOn: today }), invoice('1', { paid: '1', dueOn: '2026-06-09' })] })).toBe(
      '2026-06-11',
    );
    expect(next({ invoices: [invoice('1', { paid: '1', dueOn: today })] })).toBe(undefined);
    const feeLater = owing({ invoices: [invoice('1', { dueOn: '2026-06-08' })] }, { lateFeeAfterDays: 4 });
    expect(nextDayOf(feeLater, today)).toBe('2026-06-13');
  });

  it('come each day for a prepaid service that waits for a stub its advance covers', () => {
    const waits = (fields: Parameters<typeof service>[0]) =>
      nextDayOf(owing({ prepaid: true, billingStartDay: 15, ...fields }), '2026-06-10') === '2026-06-11';
    expect(waits({ validUpto: '2026-06-09' })).toBe(true);
    expect(waits({ validUpto: '2026-06-09', status: 'NP' })).toBe(true);
    expect(waits({ validUpto: '2026-06-09', status: 'NPD' })).toBe(false);
    expect(waits({ validUpto: '2026-06-09', billingStartDay: 0 })).toBe(false);
    expect(waits({ validUpto: '2026-06-09', prepaid: false })).toBe(false);
    expect(waits({ validUpto: null })).toBe(false);
    expect(waits({ status: 'NewRequest', billFrom: '2026-06-10' })).toBe(true);
    expect(waits({ status: 'NewRequest', billFrom: '2026-06-12' })).toBe(false);
  });
});
