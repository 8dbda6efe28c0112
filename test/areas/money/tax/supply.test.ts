import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { priced } from '../../../../src/areas/money/billing/pricing/price.ts';
import { supplyOf, type TaxSeller } from '../../../../src/areas/money/tax/supply.ts';

const SELLER: TaxSeller = {
  ...{ sellerId: 0, scheme: 'gst', registration: 'Regular', legalName: 'x', address: 'x', city: 'x', zipcode: '1' },
  ...{ state: '29', country: 'IN', taxNumber: '29AAGCB7383J1Z4', taxCode: '998422', yearStart: 4 },
  ...{ invoiceTemplate: 'INV/{yy}/{n}', creditTemplate: 'CN/{yy}/{n}' },
};
const GERMAN: TaxSeller = { ...SELLER, scheme: 'vat', country: 'DE', state: null, taxNumber: 'DE136695976' };
const VAT = [{ name: 'VAT', percent: '19' }];

/** `place treatment taxes` */
function shown(seller: TaxSeller, taxIds: (string | null)[], state: string | null, listed = [] as typeof VAT): string {
  const { supply, rates } = supplyOf(seller, { taxIds, state }, listed);
  return [supply.place, supply.treatment, ...rates.map(({ name, percent }) => `${name}:${percent}`)].join(' ');
}

describe('the place of supply', () => {
  it.each([
    ['nothing known: the seller’s state', [], null, '29 intra CGST:9 SGST:9'],
    ['a consumer of the state', [null], 'Karnataka', '29 intra CGST:9 SGST:9'],
    ['a consumer of another state', [null], 'Kerala', '32 inter IGST:18'],
    ['a state that nobody knows: the seller’s', [null], 'Atlantis', '29 intra CGST:9 SGST:9'],
    ['a business: the state of its GSTIN, not of its address', ['27AAPFU0939F1ZV'], 'Karnataka', '27 inter IGST:18'],
    [
      'the GSTIN of the service before that of the customer',
      ['27AAPFU0939F1ZV', '29AAGCB7383J1Z4'],
      null,
      '27 inter IGST:18',
    ],
    [
      'a number that is no GSTIN does not count',
      ['PAN AAPFU0939F', '29AAGCB7383J1Z4'],
      'Kerala',
      '29 intra CGST:9 SGST:9',
    ],
  ])('%s', (_, taxIds, state, expected) => {
    expect(shown(SELLER, taxIds, state)).toBe(expected);
  });

  it('takes the whole rate from the settings, however it is listed there', () => {
    const listed = [
      { name: 'CGST', percent: '2.5' },
      { name: 'SGST', percent: '2.50' },
    ];
    expect(shown(SELLER, [], null, listed)).toBe('29 intra CGST:2.5 SGST:2.5');
    expect(shown(SELLER, [], 'Goa', [{ name: 'GST', percent: '0.25' }])).toBe('30 inter IGST:0.25');
    expect(shown(SELLER, [], null, [{ name: 'GST', percent: '0.25' }])).toBe('29 intra CGST:0.125 SGST:0.125');
    expect(shown({ ...SELLER, state: '04' }, [], null)).toBe('04 intra CGST:9 UTGST:9');
  });

  it('is inter-state for a business in a special economic zone of the same state, with the tax or without', () => {
    const zone = (seller: TaxSeller, taxIds: string[], sez: 'WithPayment' | 'WithoutPayment') => {
      const { supply, rates } = supplyOf(seller, { taxIds, state: null, sez }, seller.scheme === 'vat' ? VAT : []);
      return [supply.place, supply.treatment, supply.sez, ...rates.map(({ name, percent }) => `${name}:${percent}`)];
    };
    const business = ['29AAGCB7383J1Z4'];
    expect(zone(SELLER, business, 'WithPayment')).toEqual(['29', 'inter', 'WithPayment', 'IGST:18']);
    expect(zone(SELLER, business, 'WithoutPayment')).toEqual(['29', 'inter', 'WithoutPayment']);
    expect(zone(SELLER, [], 'WithoutPayment')).toEqual(['29', 'intra', undefined, 'CGST:9', 'SGST:9']);
    expect(zone(GERMAN, ['DE136695976'], 'WithoutPayment')).toEqual(['DE', 'domestic', undefined, 'VAT:19']);
  });

  it.each(['Composition', 'Unregistered'] as const)('%s: no tax', (registration) => {
    expect(shown({ ...SELLER, registration }, ['27AAPFU0939F1ZV'], null)).toBe('27 exempt');
  });

  it.each([
    ['a consumer', [], 'DE domestic VAT:19'],
    ['a business of the country', ['DE136695976'], 'DE domestic VAT:19'],
    ['a business of another country', ['FR40303265045'], 'FR reverse'],
    ['a number that is no VAT number', ['FR41303265045'], 'DE domestic VAT:19'],
  ])('in the EU: %s', (_, taxIds, expected) => {
    expect(shown(GERMAN, taxIds, null, VAT)).toBe(expected);
  });
});

describe('the taxes of lines under a scheme', () => {
  const cents = fc.integer({ min: 0, max: 10_000_000 }).map((amt) => new Decimal(amt).div(100));
  const percents = fc.integer({ min: 1, max: 4000 }).map((percent) => String(percent / 100));
  const cases = { amts: fc.array(cents, { minLength: 1, maxLength: 5 }), percent: percents, discount: cents };
  const given = fc.record({ ...cases, inclusive: fc.boolean(), state: fc.constantFrom('Karnataka', 'Goa') });

  it('sum to the tax, CGST is SGST, and prices with tax stay what they are', () => {
    fc.assert(
      fc.property(given, ({ amts, percent, discount, inclusive, state }) => {
        const { supply, rates } = supplyOf(SELLER, { taxIds: [], state }, [{ name: 'GST', percent }]);
        const lines = priced(
          amts.map((amt) => ({ description: 'x', amt })),
          {
            discount: { percent: new Decimal(0), amt: discount },
            taxation: { rates, inclusive, scheme: { supply, seller: SELLER } },
          },
        );
        for (const line of lines) {
          const [first, second] = line.taxes.map(({ amt }) => amt);
          expect(Decimal.sum(0, ...line.taxes.map(({ amt }) => amt)).equals(line.tax)).toBe(true);
          expect(line.net.plus(line.tax).equals(line.total)).toBe(true);
          if (state === 'Karnataka') expect(first?.equals(second ?? -1)).toBe(true);
          const charged = line.amt.minus(line.discount);
          expect((inclusive ? line.total : line.net).equals(charged)).toBe(true);
          // Each tax is its percentage of the net, to a cent.
          for (const tax of line.taxes)
            expect(line.net.times(tax.percent).div(100).minus(tax.amt).abs().lessThanOrEqualTo('0.011')).toBe(true);
        }
      }),
    );
  });
});
