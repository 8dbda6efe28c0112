import { Decimal } from 'decimal.js';
import { describe, expect, it } from 'vitest';
import { apportion, rounded } from '../../../../src/areas/money/billing/pricing/amounts.ts';
import {
  credited,
  partOf,
  priced,
  remainder,
  type Taxation,
} from '../../../../src/areas/money/billing/pricing/price.ts';

const amt = (text: string) => new Decimal(text);
const item = (text: string, description = 'Plan') => ({ description, amt: amt(text) });
const GST: Taxation = {
  rates: [
    { name: 'CGST', percent: '9' },
    { name: 'SGST', percent: '9' },
  ],
  inclusive: false,
};
type Line = ReturnType<typeof priced>[number];
/** `amt discount net tax total: taxes` */
const shown = ({ amt: of, discount, net, tax, total, taxes }: Line) =>
  `${[of, discount, net, tax, total].map((each) => each.toFixed(2)).join(' ')}: ${taxes.map((each) => each.amt.toFixed(2)).join(' ')}`;

describe('an amount', () => {
  it('is rounded half up', () => {
    expect(['0.005', '0.004', '-0.005', '2.675'].map((text) => rounded(amt(text)).toFixed(2))).toEqual([
      '0.01',
      '0.00',
      '-0.01',
      '2.68',
    ]);
  });

  it.each([
    ['100', ['1', '1', '1'], ['33.33', '33.33', '33.34']],
    ['100', ['1', '2', '0'], ['33.33', '66.67', '0']],
    ['0.01', ['1', '1'], ['0.01', '0']],
    ['7', ['0', '0'], ['0', '7']],
    ['7', [], []],
  ])(
    'of %s is apportioned by the weights %j, and the last one with a weight takes the rest',
    (whole, weights, parts) => {
      expect(apportion(amt(whole), weights.map(amt)).map(String)).toEqual(parts);
    },
  );
});

describe('a price', () => {
  it('is the item, and the taxes are added to it', () => {
    expect(priced([item('499')], { taxation: GST }).map(shown)).toEqual([
      '499.00 0.00 499.00 89.82 588.82: 44.91 44.91',
    ]);
  });

  it('has the taxes in it, if prices include them', () => {
    expect(priced([item('590')], { taxation: { ...GST, inclusive: true } }).map(shown)).toEqual([
      '590.00 0.00 500.00 90.00 590.00: 45.00 45.00',
    ]);
  });

  it('is less by the percentage and then by the amount, down to nothing', () => {
    const discounted = (percent: string, amount: string) =>
      priced([item('400'), item('100')], {
        discount: { percent: amt(percent), amt: amt(amount) },
        taxation: GST,
      }).map(shown);
    expect(discounted('10', '25')).toEqual([
      '400.00 60.00 340.00 61.20 401.20: 30.60 30.60',
      '100.00 15.00 85.00 15.30 100.30: 7.65 7.65',
    ]);
    expect(discounted('99', '5.01')).toEqual([
      '400.00 400.00 0.00 0.00 0.00: 0.00 0.00',
      '100.00 100.00 0.00 0.00 0.00: 0.00 0.00',
    ]);
  });

  it('of some days is their share of price and discount', () => {
    const share = (days: number) =>
      priced([item('300')], {
        share: { days, ofDays: 30 },
        discount: { percent: amt('0'), amt: amt('30') },
        taxation: GST,
      });
    expect(share(1).map(shown)).toEqual(['10.00 1.00 9.00 1.62 10.62: 0.81 0.81']);
    expect(share(30).map(shown)).toEqual(['300.00 30.00 270.00 48.60 318.60: 24.30 24.30']);
    expect(share(31).map(shown)).toEqual(['310.00 31.00 279.00 50.22 329.22: 25.11 25.11']);
  });

  it('is rounded for a share, and kept as it is for a whole period', () => {
    const one = { taxation: { rates: [], inclusive: false } };
    expect(priced([item('1.005')], one).map((line) => String(line.amt))).toEqual(['1.005']);
    expect(priced([item('10')], { ...one, share: { days: 1, ofDays: 3 } }).map(shown)).toEqual([
      '3.33 0.00 3.33 0.00 3.33: ',
    ]);
  });
});

describe('a line that was charged', () => {
  const [line = undefined] = priced([item('499')], {
    discount: { percent: amt('10'), amt: amt('0') },
    taxation: GST,
  });
  const [earned = undefined] = priced([item('99')], {
    discount: { percent: amt('5'), amt: amt('0') },
    taxation: GST,
  });
  if (!line || !earned) throw new Error('there is no line');

  it('is what was earned and the remainder', () => {
    expect(shown(line)).toBe('499.00 49.90 449.10 80.84 529.94: 40.42 40.42');
    expect(shown(earned)).toBe('99.00 4.95 94.05 16.93 110.98: 8.47 8.46');
    expect(shown(remainder(line, earned))).toBe('400.00 44.95 355.05 63.91 418.96: 31.95 31.96');
  });

  it('is credited with all its amounts negated', () => {
    expect(shown(credited(line))).toBe('-499.00 -49.90 -449.10 -80.84 -529.94: -40.42 -40.42');
    expect(credited(line, 'Credit')).toMatchObject({ description: 'Credit', revenue: 'Plan' });
    expect(credited(line)).not.toHaveProperty('supply');
  });

  it('is credited in part, each amount rounded, so that net and taxes are the total', () => {
    expect(shown(partOf(line, 10, 30))).toBe('166.33 16.63 149.70 26.94 176.64: 13.47 13.47');
  });
});
