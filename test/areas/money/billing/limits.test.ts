import { Decimal } from 'decimal.js';
import { describe, expect, it } from 'vitest';
import {
  charge,
  refusalOfBalance,
  refusalOfCharge,
  refusalOfWallet,
} from '../../../../src/areas/money/billing/charging/charge.ts';
import { returnCredits, takeCredits } from '../../../../src/areas/money/billing/charging/credits.ts';
import { openPeriod, periodOf, refusalOfOpening } from '../../../../src/areas/money/billing/charging/opening.ts';
import { Draft } from '../../../../src/areas/money/billing/model/draft.ts';
import type { Offer, Seller } from '../../../../src/areas/money/billing/model/subscription.ts';
import type { PricedLine } from '../../../../src/areas/money/billing/pricing/price.ts';
import { refusalOfDebit } from '../../../../src/areas/money/wallet/limit.ts';
import { History, OFFERS } from '../../../factories/history.ts';

const amt = (text: string) => new Decimal(text);

interface Owing {
  readonly osAmt?: string;
  readonly creditLimit?: string | null;
  /** Of a franchisee, whose limit is 300. */
  readonly wallet?: string;
  readonly seller?: Partial<Seller>;
  readonly credits?: number;
}

/** On 10 March. */
function draftOf({ osAmt = '0', creditLimit = null, wallet, seller, credits }: Owing): Draft {
  const franchisee = wallet !== undefined;
  const base = new History({
    ...{ prepaid: false, startsOn: '2026-03-10', billingStartDay: 0, discountPercent: '0', discountAmt: '0' },
    ...{ taxes: [], inclusive: false, creditLimit, franchisee, freezes: true, lateFee: false, offer: 0 },
  }).draft();
  const { subscription, isp, context } = base;
  subscription.osAmt = amt(osAmt);
  const balances = { wallets: new Map([[1, amt(wallet ?? '0')]]), credits: amt(String(credits ?? 0)) };
  return new Draft({
    subscription,
    seller: base.seller && { ...base.seller, ...seller },
    isp: { ...isp, limitsCredits: credits !== undefined },
    balances,
    context,
  });
}

const line = (net: string, sum = net): PricedLine => ({
  ...{ description: 'Router', revenue: 'Router', amt: amt(net), discount: amt('0'), net: amt(net) },
  ...{ tax: amt(sum).minus(net), total: amt(sum), taxes: [] },
});
const charging = (...lines: PricedLine[]) => [{ period: null, lines }];
const refusal = (owing: Owing, net: string, sum?: string) => refusalOfCharge(draftOf(owing), charging(line(net, sum)));

describe('the credit limit of a service', () => {
  const limited = { osAmt: '60', creditLimit: '100' };
  const above = (sum: string) => `the outstanding amount would rise to ${sum}, above the credit limit of 100.00`;

  it('may be reached by a charge, but not passed by a paisa', () => {
    expect(refusal(limited, '40')).toBeNull();
    expect(refusal(limited, '40.01')).toBe(above('100.01'));
    expect(refusalOfCharge(draftOf(limited), charging(line('20'), line('20.01')))).toBe(above('100.01'));
    expect(refusal({ osAmt: '60' }, '4000')).toBeNull();
    expect(refusalOfCharge(draftOf(limited), charging(line('41')), { limited: false })).toBeNull();
  });

  it('that is passed already stops the smallest charge, but no credit and nothing that is free', () => {
    const passed = { osAmt: '150', creditLimit: '100' };
    expect(refusal(passed, '0.01')).toBe(above('150.01'));
    expect(refusal(passed, '0')).toBeNull();
    expect(refusal(passed, '-10')).toBeNull();
  });
});

describe('the wallet of a franchisee', () => {
  it('may be charged down to its limit, the commission of 12.5 % included', () => {
    expect(refusal({ wallet: '575' }, '1000')).toBeNull();
    expect(refusal({ wallet: '574.99' }, '1000')).toBe(
      'the wallet of reseller 1 would fall to -300.01, below its limit of -300.00',
    );
    // The tax is the franchisee's to pay, without a commission.
    expect(refusal({ wallet: '754.99' }, '1000', '1180')).toMatch(/would fall to -300\.01/);
  });

  it('below its limit pays not even a paisa, but is given credits, and services for nothing', () => {
    expect(refusal({ wallet: '-300' }, '0.01')).toMatch(/would fall to -300\.01/);
    expect(refusal({ wallet: '-400' }, '0')).toBeNull();
    expect(refusal({ wallet: '-400' }, '-10')).toBeNull();
  });

  it('is not asked for what another reseller’s customer is charged', () => {
    expect(refusal({ wallet: '-400', seller: { franchisee: false } }, '1000')).toBeNull();
  });

  it('is moved by what is charged and by the commission, if there is one', () => {
    const moves = (seller: Partial<Seller>) => {
      const draft = draftOf({ wallet: '1000', seller });
      charge(draft, { kind: 'adjustment', period: null, lines: [line('100', '118')] });
      return draft.walletTxns.map((txn) => `${txn.code} ${txn.amt} ${txn.balance}`);
    };
    expect(moves({})).toEqual(['Invoice -118 882', 'Adj 12.5 894.5']);
    expect(moves({ commissionPercent: amt('0') })).toEqual(['Invoice -118 882']);
    expect(moves({ franchisee: false })).toEqual([]);
  });

  it('that a draft has charged is refused below its limit, but not if the draft took nothing out of it', () => {
    const refused = (wallet: string, net: string, seller: Partial<Seller> = {}) => {
      const draft = draftOf({ wallet, seller });
      charge(draft, { kind: 'adjustment', period: null, lines: [line(net)] });
      return refusalOfWallet(draft);
    };
    expect(refused('575', '1000')).toBeNull();
    expect(refused('574.99', '1000')).toBe(
      'the wallet of reseller 1 would fall to -300.01, below its limit of -300.00',
    );
    expect(refused('-400', '-8')).toBeNull();
    expect(refused('-400', '8', { commissionPercent: amt('100') })).toBeNull();
    expect(refused('-400', '8', { franchisee: false })).toBeNull();
  });

  it('may be debited down to its limit', () => {
    expect(refusalOfDebit('the wallet', amt('-100'), amt('100'))).toBeNull();
    expect(refusalOfDebit('the wallet', amt('-100.01'), amt('100'))).toBe(
      'the wallet would fall to -100.01, below its limit of -100.00',
    );
    expect(refusalOfDebit('the wallet', amt('-0.01'), amt('0'))).toMatch(/below its limit of 0\.00$/);
  });
});

describe('the outstanding amount', () => {
  it.each([
    ['0', '99999999999.99', null],
    ['0', '-99999999999.99', null],
    ['0', '100000000000', 'the outstanding amount would rise to 100000000000.00, above the limit of 99999999999.99'],
    ['0', '-100000000000', 'the outstanding amount would fall to -100000000000.00, below the limit of -99999999999.99'],
    // It came so far by a run, which nothing refuses; it may stay, and come back.
    ['200000000000', '200000000000', null],
    ['200000000000', '199999999999', null],
    ['-200000000000', '-200000000001', expect.stringContaining('would fall to -200000000001.00')],
  ])('of %s that would be %s is refused with %s', (before, after, reason) => {
    expect(refusalOfBalance(amt(before), amt(after))).toEqual(reason);
  });

  it('is looked at with the charge', () => {
    expect(refusal({ osAmt: '99999999999' }, '0.99')).toBeNull();
    expect(refusal({ osAmt: '99999999999' }, '1')).toMatch(/would rise to 100000000000\.00/);
    expect(refusal({ osAmt: '99999999999', wallet: '1000' }, '1')).toMatch(/would rise to 100000000000\.00/);
  });
});

describe('a charge', () => {
  it('has each line of which anything is left after rounding, and is none without such a line', () => {
    const draft = draftOf({});
    charge(draft, { kind: 'adjustment', period: null, lines: [line('0'), line('0', '0.01'), line('5')] });
    expect(draft.charges.map((each) => each.line.total.toFixed(2))).toEqual(['0.01', '5.00']);
    expect(draft.subscription.osAmt.toFixed(2)).toBe('5.01');
    charge(draft, { kind: 'plan', period: null, lines: [line('0')] });
    expect(draft.entries).toHaveLength(1);
  });

  it('notes the entry that it reverses', () => {
    const draft = draftOf({});
    charge(draft, { kind: 'late_fee_return', period: null, lines: [line('-50')], reversesId: 7n });
    charge(draft, { kind: 'late_fee', period: null, lines: [line('50')] });
    expect(draft.entries.map((entry) => entry.reversesId)).toEqual([7n, undefined]);
  });
});

describe('the credits of an ISP', () => {
  const days = (length: number): Offer => ({ ...(OFFERS[0] as Offer), length, unit: 'Day' });
  const months = (length: number): Offer => ({ ...(OFFERS[0] as Offer), length });
  const opened = (draft: Draft, offer: Offer, stub = false) =>
    periodOf(draft, offer, { startsOn: '2026-03-10', endsOn: '2027-03-09', stub, ofDays: undefined });
  /** How many an opened period uses. */
  const used = (offer: Offer, stub?: boolean) => {
    const draft = draftOf({ credits: 100 });
    draft.subscription.offer = offer;
    const period = opened(draft, offer, stub);
    openPeriod(draft, period);
    return [period.credits, 100 - draft.balances.credits.toNumber()];
  };

  it('are used for each month, and for each 30 days that begin', () => {
    expect([1, 12].map((length) => used(months(length)))).toEqual([
      [1, 1],
      [12, 12],
    ]);
    expect([1, 29, 30, 31, 59, 60, 61, 90].map((length) => used(days(length))[0])).toEqual([1, 1, 1, 2, 2, 2, 3, 3]);
    expect(used(months(3), true)).toEqual([1, 1]);
  });

  it('must be as many as a period uses, if they are limited', () => {
    const refused = (credits: number, ofReseller = false) => {
      const { subscription, seller, isp, balances, context } = draftOf({ credits });
      const draft = new Draft({ subscription, seller, isp, balances, context: { ...context, ofReseller } });
      return refusalOfOpening(draft, opened(draft, months(3)), { charges: [], offer: months(3) });
    };
    expect([refused(3), refused(2)]).toEqual([null, 'ISP 1 has no credits left']);
    expect(refused(2, true)).toBe('the ISP cannot open a new period at the moment; please contact the ISP');
    expect(refusalOfOpening(draftOf({}), opened(draftOf({}), months(3)), { charges: [] })).toBeNull();
  });

  /** What is left of the 12 of a year from 10 March that ends before a day. */
  const left = (day: string, frozenDays = 0) => {
    const draft = draftOf({ credits: 100 });
    const period = { ...opened(draft, months(12)), frozenDays };
    takeCredits(draft, period, 12);
    returnCredits(draft, period, day);
    expect(draft.balances.credits.toNumber()).toBe(100 - period.credits);
    return period.credits;
  };

  it('are returned for the months that have not begun', () => {
    expect(['2026-03-09', '2026-03-10', '2026-03-11', '2026-04-09', '2026-04-10'].map((day) => left(day))).toEqual([
      0, 0, 1, 1, 2,
    ]);
    expect(['2027-02-07', '2027-02-08', '2027-03-09'].map((day) => left(day))).toEqual([11, 12, 12]);
  });

  it('are returned as a share of the days that count: those of a suspension do not', () => {
    // 182 of 365 days are unused, or of 182.
    expect([left('2026-09-09'), left('2026-09-09', 183)]).toEqual([7, 0]);
  });
});
