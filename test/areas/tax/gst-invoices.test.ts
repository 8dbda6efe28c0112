import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { verifyLedger } from '../../../src/areas/billing/verify/verify.ts';
import { startApi } from '../../fixtures/api.ts';
import { linesOf } from '../../fixtures/pdf-text.ts';
import type { Shop, Subscriber } from '../../fixtures/subscriber.ts';
import { documentsOf, GST_SELLER, MAHARASHTRA, taxedShop } from '../../fixtures/tax.ts';

const api = await startApi();
let shop: Shop;
beforeAll(async () => {
  shop = await taxedShop(api);
});
beforeEach(() => shop.day('2026-03-10'));

const customer = (service: Subscriber) =>
  api.db.prisma.service.findUniqueOrThrow({ where: { id: service.id } }).then(({ customerId }) => customerId);

/** A prepaid service of a customer, invoiced for its first month. */
async function sold(customerFields: Record<string, string> = {}, serviceFields: Record<string, string> = {}) {
  const service = await shop.subscribe({ prepaid_postpaid: 'Prepaid', ...serviceFields });
  if (Object.keys(customerFields).length > 0)
    await api.ok('customer/update', { customerid: await customer(service), ...customerFields }, shop.me);
  await service.does('renew');
  return service;
}

async function pdf(id: number): Promise<string[]> {
  const { result } = await api.call('invoice/pdf', { id }, shop.me);
  return linesOf(result as Buffer).flat();
}

describe('an invoice under GST', () => {
  it('within the state has CGST and SGST, and shows what rule 46 asks for', async () => {
    const service = await sold();
    const [invoice] = await documentsOf(api, service);
    expect(invoice).toMatchObject({
      documentNo: 'INV/25/1',
      taxes: [
        { name: 'CGST', percent: '9', amt: '44.91' },
        { name: 'SGST', percent: '9', amt: '44.91' },
      ],
    });
    expect(invoice?.total.toFixed(2)).toBe('588.82');
    const lines = await pdf(invoice?.id ?? 0);
    for (const line of [
      'Northern Fibre Private Limited',
      'Tax invoice',
      '1 Tower Road',
      'Bengaluru 560001',
      'GSTIN 29AAGCB7383J1Z4',
      'Karnataka (29), India',
      'Number INV/25/1',
      'Place of supply 29 Karnataka',
      'Reverse charge No',
      'Description SAC Discount Taxable CGST 9 % SGST 9 % Total',
      '1 Plan 2, Whole: Internet 998422 0.00 499.00 44.91 44.91 588.82',
      'CGST 9 % 44.91',
      'SGST 9 % 44.91',
      'Total INR 588.82',
      'For Northern Fibre Private Limited',
      'Authorised signatory',
    ])
      expect(lines).toContain(line);
  });

  it('to a business in another state has IGST and its GSTIN', async () => {
    const service = await sold({ tax_id: MAHARASHTRA.toLowerCase() });
    const [invoice] = await documentsOf(api, service);
    expect(invoice?.taxes).toEqual([{ name: 'IGST', percent: '18', amt: '89.82' }]);
    const lines = await pdf(invoice?.id ?? 0);
    expect(lines).toEqual(
      expect.arrayContaining([`GSTIN ${MAHARASHTRA}`, 'Place of supply 27 Maharashtra', 'IGST 18 % 89.82']),
    );
  });
});

it('the ledger agrees with all of it', async () => {
  expect((await verifyLedger(api.db)).filter(({ wrong }) => wrong > 0)).toEqual([]);
  void GST_SELLER;
});
