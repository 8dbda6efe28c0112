import { beforeAll, expect, it } from 'vitest';
import { startApi } from '../../../fixtures/api.ts';
import { linesOf } from '../../../fixtures/pdf-text.ts';
import type { Shop } from '../../../fixtures/subscriber.ts';
import { documentsOf, sell, taxedShop } from '../../../fixtures/tax.ts';

const api = await startApi();
let shop: Shop;
beforeAll(async () => {
  const address = { legal_name: 'Nordnetz GmbH', address: 'Turmweg 1', city: 'Kiel', zipcode: '24103' };
  const seller = { scheme: 'vat', ...address, tax_number: 'DE 136 695 976' };
  shop = await taxedShop(api, { seller, settings: { taxes: 'VAT:19', tax_inclusive: 'Y', currency: 'EUR' } });
});

async function pdf(id = 0): Promise<string[]> {
  const { result } = await api.call('invoice/pdf', { id }, shop.me);
  return linesOf(result as Buffer).flat();
}

it('VAT of the country is in the price', async () => {
  const [invoice] = await documentsOf(api, await sell(shop));
  expect(invoice).toMatchObject({ documentNo: 'INV/26/1', taxes: [{ name: 'VAT', percent: '19', amt: '79.67' }] });
  expect(invoice?.total.toFixed(2)).toBe('499.00');
  const lines = await pdf(invoice?.id);
  for (const line of [
    'VAT number DE136695976',
    'Reverse charge No',
    'Place of supply DE',
    'Turmweg 1',
    '24103 Kiel',
    'Germany',
  ])
    expect(lines).toContain(line);
  // Neither is the custom there.
  expect(lines.join('\n')).not.toMatch(/signatory|only/);
});

it('a business of another country of the EU accounts for the VAT itself', async () => {
  const [invoice] = await documentsOf(api, await sell(shop, { tax_id: 'FR 40 303265045' }));
  expect(invoice?.tax.toFixed(2)).toBe('0.00');
  expect(invoice?.taxDocument).toMatchObject({ treatment: 'reverse', place: { code: 'FR' }, reverse_charge: true });
  expect(await pdf(invoice?.id)).toEqual(
    expect.arrayContaining([
      'VAT number FR40303265045',
      'Reverse charge Yes',
      'Reverse charge: the recipient accounts for the VAT (Directive 2006/112/EC, article 196).',
    ]),
  );
});

it('has no GSTR-1', async () => {
  expect(await api.call('tax/gstr1', { month: '2026-11' }, shop.me)).toMatchObject({
    status: 409,
    error: 'resellerid: the seller has no GSTIN; set it with tax/seller_set',
  });
});
