import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { effectsOf, type Outcome, toldWithSum, withSum } from '../../clients/console/src/ui/effects.ts';
import { farFrom, largestOf, money, signed } from '../../clients/console/src/ui/money.ts';
import { setRegion, setSpoken } from '../../clients/console/src/ui/region.ts';
import * as english from '../../clients/console/src/words/en/index.ts';
import { speakHindi, words } from '../../clients/console/src/words/words.ts';

const TODAY = '2026-11-26';

const BEFORE = {
  ...{ status: 'Active', planid: 1, planname: 'Fast 20', subplanid: 1, subplanname: 'Monthly', next_plan: null },
  ...{ valid_from: '2026-10-28', valid_upto: '2026-11-27', promise_upto: null, os_amt: '0.00' },
} as const;

type Charge = Outcome['charges'][number];

const charge = (fields: Partial<Charge>): Charge => ({
  ...{ kind: 'plan', description: 'Internet', item: 'Internet', from: null, upto: null },
  ...{ amt: '0.00', discount: '0.00', tax: '0.00', total: '0.00' },
  ...fields,
});

const outcome = (after: Partial<Outcome>, before: Partial<NonNullable<Outcome['before']>> | null = {}): Outcome => ({
  ...BEFORE,
  ...{ opens: null, charges: [], invoices: [], wallet: null, credits: null, sessions: 0 },
  ...after,
  before: before && { ...BEFORE, ...before },
});

const DEAR = { planid: 2, planname: 'Fast 50', subplanid: 2, subplanname: 'Monthly' };

const PLAN_CHANGE = outcome({
  ...DEAR,
  ...{ valid_upto: '2026-12-25', os_amt: '889.50', opens: { from: TODAY, upto: '2026-12-25' } },
  charges: [
    charge({ kind: 'plan_credit', from: TODAY, upto: '2026-11-27', total: '-9.00' }),
    charge({ kind: 'plan_credit', item: 'Telephone', from: TODAY, upto: '2026-11-27', total: '-0.50' }),
    charge({ from: TODAY, upto: '2026-12-25', total: '899.00' }),
  ],
});

beforeAll(() => setRegion({ zone: 'Asia/Kolkata', currency: 'INR' }));

describe('what a change does is said in words:', () => {
  it.each<[string, Outcome, string[]]>([
    [
      'a plan change',
      PLAN_CHANGE,
      [
        'The plan changes from Fast 20, Monthly to Fast 50, Monthly.',
        'A new period begins today: 27 Nov 2026 becomes 25 Dec 2026.',
        '₹9.50 credited for 2 unused days, 26 Nov 2026 to 27 Nov 2026.',
        '₹899.00 charged for 26 Nov 2026 to 25 Dec 2026.',
        '₹889.50 is due then.',
      ],
    ],
    [
      'a plan change with the next bill',
      outcome({ next_plan: DEAR }),
      ['With the next bill, the plan changes from Fast 20, Monthly to Fast 50, Monthly. Until then it stays as it is.'],
    ],
    [
      'a renewal before the end',
      outcome({ valid_upto: '2026-12-27', opens: { from: '2026-11-28', upto: '2026-12-27' } }, { os_amt: '0.00' }),
      ['Renews on 28 Nov 2026: 27 Nov 2026 becomes 27 Dec 2026.'],
    ],
    [
      'a postpaid renewal, from tomorrow on',
      outcome({ valid_upto: '2026-12-26', opens: { from: '2026-11-27', upto: '2026-12-26' } }),
      ['Renews tomorrow: 27 Nov 2026 becomes 26 Dec 2026.'],
    ],
    [
      'a renewal that ends on the same day as before',
      outcome({ opens: { from: '2026-11-27', upto: '2026-11-27' } }),
      ['A new period begins tomorrow and ends on 27 Nov 2026.'],
    ],
    [
      'the first period',
      outcome(
        { valid_upto: '2026-12-25', opens: { from: TODAY, upto: '2026-12-25' } },
        { status: 'NewRequest', valid_upto: null },
      ),
      ['The service begins.', 'The first period begins today and ends on 25 Dec 2026.'],
    ],
    [
      'a suspension',
      outcome({ status: 'Suspend' }),
      ['Access stops at once and stays off until the service is restored.'],
    ],
    [
      'the end of a suspension whose days are given back',
      outcome({ valid_upto: '2026-12-02' }, { status: 'Suspend' }),
      ['The suspension ends.', 'Valid until 2 Dec 2026 instead of 27 Nov 2026.'],
    ],
    [
      'a promise to pay',
      outcome({ promise_upto: '2026-11-29', os_amt: '499.00' }, { status: 'NPD', os_amt: '499.00' }),
      ['Full access until 29 Nov 2026, on a promise to pay.'],
    ],
    [
      'a payment that pays all and more',
      outcome({ os_amt: '-1.00' }, { status: 'NPD', os_amt: '499.00' }),
      ['Full access again.', '₹1.00 is paid in advance then.'],
    ],
    ['a payment of all', outcome({ os_amt: '0.00' }, { os_amt: '499.00' }), ['Nothing is due then.']],
    [
      'charges that are for no days',
      outcome({
        charges: [
          charge({ kind: 'topup', item: 'Top-up', description: 'Top-up: Weekend', total: '49.00' }),
          charge({ kind: 'adjustment', item: 'Adjustment', description: 'Router', total: '250.00' }),
          charge({ kind: 'adjustment', item: 'Adjustment', description: 'Adjustment', total: '-20.00' }),
          charge({ kind: 'late_fee_return', item: 'Late fee', description: 'Late fee taken back: …', total: '-50.00' }),
        ],
      }),
      [
        '₹49.00 charged: Top-up: Weekend.',
        '₹250.00 charged: Router.',
        '₹20.00 credited: Adjustment.',
        '₹50.00 credited: Late fee taken back.',
      ],
    ],
  ])('%s', (_, shown, sentences) => {
    expect(effectsOf(shown, TODAY)).toEqual(sentences);
  });

  it('and the button and the message name the sum', () => {
    expect(withSum('Change plan')(PLAN_CHANGE)).toBe('Change plan: ₹889.50');
    expect(withSum('Suspend')(outcome({}))).toBe('Suspend');
    expect(toldWithSum('Asha now has Fast 50.', PLAN_CHANGE)).toBe('Asha now has Fast 50. ₹889.50 charged.');
  });

  describe('in Hindi', () => {
    beforeAll(async () => {
      await speakHindi();
      setSpoken('hi');
    });
    afterAll(() => {
      Object.assign(words, english);
      setSpoken('en');
    });

    it('too', () => {
      const sentences = effectsOf(PLAN_CHANGE, TODAY);
      expect(sentences).toHaveLength(5);
      expect(sentences[0]).toBe('प्लान Fast 20, Monthly से बदलकर Fast 50, Monthly होगा।');
      for (const sentence of sentences) expect(sentence).toMatch(/[ऀ-ॿ].*।$/);
    });
  });
});

describe('an amount is far from the one that is expected', () => {
  it.each<[string, string, string | undefined]>([
    ['500.01', '100.00', 'above'],
    ['500.00', '100.00', undefined],
    ['10.01', '100.00', undefined],
    ['10.00', '100.00', 'below'],
    ['99999.00', '0.00', undefined],
  ])('%s from %s: %s', (amount, expected, far) => {
    expect(farFrom(amount, expected)).toBe(far);
  });

  it('which may be the largest of some', () => {
    expect(largestOf(['10.00', '500.50', '-900.00'])).toBe('500.50');
    expect(largestOf([])).toBe('0.00');
  });
});

it('a change of a balance has its sign', () => {
  expect(['500.00', '-500.00', '0.00'].map((text) => signed(text, money))).toEqual(['+₹500.00', '−₹500.00', '₹0.00']);
});
