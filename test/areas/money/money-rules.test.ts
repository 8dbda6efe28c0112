import { Decimal } from 'decimal.js';
import { describe, expect, it } from 'vitest';
import { newAdjustment } from '../../../src/areas/money/adjustments/adjust.ts';
import { dailyLimit, mayAdjustAtAll } from '../../../src/areas/money/adjustments/limit.ts';
import { newRefund } from '../../../src/areas/money/adjustments/refund.ts';
import { checkReferenceDay } from '../../../src/areas/money/payments/bank-reference.ts';
import { cashSettlement } from '../../../src/areas/money/payments/cash-settle.ts';
import { checkCollector } from '../../../src/areas/money/payments/collector.ts';
import { newPayment } from '../../../src/areas/money/payments/new.ts';

const refusalOf = (check: () => void): string | null => {
  try {
    check();
    return null;
  } catch (error) {
    return (error as Error).message;
  }
};

describe('what may be adjusted in a day', () => {
  it.each([
    [['Admin'], '1', '1', null],
    [['Accounts'], null, '0', null],
    [['Accounts'], '500', '0', '500'],
    [['Accounts'], '500', '800', '500'],
    [['Accounts'], '0', '800', '0'],
    [['Support'], null, '80', '80'],
    [['Support'], '500', '80', '80'],
    [['Support'], '500', '0', '0'],
    [['Support'], '500', null, '0'],
    [['Support', 'Accounts'], '500', '80', '500'],
    [['Support', 'Accounts'], '80', '500', '500'],
    [['Sales'], null, '80', '0'],
  ])('by %j is, with %s for accounts and %s for support, %s', (roles, accounts, support, limit) => {
    const found = dailyLimit(roles, { accounts, support });
    expect(found && String(found)).toBe(limit);
    expect(mayAdjustAtAll(roles, { accounts, support })).toBe(limit === null || new Decimal(limit).greaterThan(0));
  });
});

describe('who collects and returns the money of a subscriber', () => {
  const isp = { ispId: 1, resellerId: null };
  const reseller = { ispId: 1, resellerId: 7 };
  const server = { ispId: null, resellerId: null };
  const byReseller = 'the Reseller collects the payments for reseller 7';
  const byIsp = 'the ISP collects the payments for reseller 7';
  it.each([
    ['of the ISP itself', { resellerId: null, paymentBy: null }, [null, null]],
    ['of a reseller with payment_by Reseller', { resellerId: 7, paymentBy: 'Reseller' }, [byReseller, null]],
    ['of a reseller with payment_by ISP', { resellerId: 7, paymentBy: 'ISP' }, [null, byIsp]],
    ['of a reseller with payment_by ISP+Reseller', { resellerId: 7, paymentBy: 'ISP+Reseller' }, [null, null]],
    ['of a reseller, if it is a deposit', { resellerId: 7, paymentBy: null }, [null, null]],
  ])('%s is decided for the ISP and for the reseller', (_, money, refusals) => {
    for (const mode of ['Cash', 'Bank'])
      expect([isp, reseller].map((actor) => refusalOf(() => checkCollector(actor, { mode, ...money })))).toEqual(
        refusals,
      );
  });

  it('is in cash nobody without an ISP, to whom no cash could be booked', () => {
    const refused = (mode: string) =>
      refusalOf(() => checkCollector(server, { mode, resellerId: null, paymentBy: null }));
    expect([refused('Cash'), refused('Cheque')]).toEqual(['mode: only login users of an ISP can collect Cash', null]);
  });
});

describe('what a bank calls money', () => {
  it.each([
    ['1999-12-31', false],
    ['2000-01-01', true],
    ['2099-12-31', true],
    ['2100-01-01', false],
    [undefined, true],
  ])('has the day %s: %s', (day, may) => {
    expect(refusalOf(() => checkReferenceDay(day)) === null).toBe(may);
  });

  it.each([
    ['the number of a payment', newPayment.shape.ref_no, 64],
    ['the bank of a payment', newPayment.shape.ref_bank, 100],
    ['the number of a refund', newRefund.shape.ref_no, 64],
    ['the slip of a collector', cashSettlement.shape.ref_no, 100],
    ['the description of an adjustment', newAdjustment.shape.description, 100],
  ])('is short: %s', (_, text, most) => {
    const takes = (length: number) => text.safeParse('x'.repeat(length)).success;
    expect([takes(most), takes(most + 1)]).toEqual([true, false]);
  });
});
