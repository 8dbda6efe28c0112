import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { verifyLedger } from '../../../../src/areas/money/billing/verify/verify.ts';
import { startApi } from '../../../fixtures/api.ts';
import { linesOf } from '../../../fixtures/pdf-text.ts';
import type { Shop } from '../../../fixtures/subscriber.ts';
import { documentsOf, GST_SELLER, MAHARASHTRA, sell, taxedShop } from '../../../fixtures/tax.ts';

const api = await startApi();
let shop: Shop;
beforeAll(async () => {
  shop = await taxedShop(api);
});
beforeEach(() => shop.day('2026-03-10'));

async function pdf(id = 0): Promise<string[]> {
  const { result } = await api.call('invoice/pdf', { id }, shop.me);
  return linesOf(result as Buffer).flat();
}

describe('an invoice under GST', () => {
  it('within the state has CGST and SGST, and shows what rule 46 asks for', async () => {
    const [invoice] = await documentsOf(api, await sell(shop));
    expect(invoice?.documentNo).toMatch(/^INV\/25\/\d+$/);
    expect(invoice).toMatchObject({
      taxes: [
        { name: 'CGST', percent: '9', amt: '44.91' },
        { name: 'SGST', percent: '9', amt: '44.91' },
      ],
    });
    const lines = await pdf(invoice?.id);
    for (const line of [
      'Northern Fibre Private Limited',
      'Tax invoice',
      '1 Tower Road',
      'Bengaluru 560001',
      'GSTIN 29AAGCB7383J1Z4',
      'Karnataka (29), India',
      `Number ${invoice?.documentNo}`,
      'Place of supply 29 Karnataka',
      'Reverse charge No',
      'Description SAC Taxable CGST 9 % SGST 9 % Total',
      'CGST 9 % 44.91',
      'SGST 9 % 44.91',
      'Total INR 588.82',
      'For Northern Fibre Private Limited',
      'Authorised signatory',
    ])
      expect(lines).toContain(line);
    expect(lines).toContainEqual(expect.stringMatching(/^1 Plan \d+: Internet 998422 499\.00 44\.91 44\.91 588\.82$/));
  });

  it('to a business in another state has IGST and its GSTIN', async () => {
    const [invoice] = await documentsOf(api, await sell(shop, { tax_id: MAHARASHTRA.toLowerCase() }));
    expect(invoice?.taxes).toEqual([{ name: 'IGST', percent: '18', amt: '89.82' }]);
    expect(await pdf(invoice?.id)).toEqual(
      expect.arrayContaining([`GSTIN ${MAHARASHTRA}`, 'Place of supply 27 Maharashtra', 'IGST 18 % 89.82']),
    );
  });

  it('goes where the service is installed', async () => {
    const ia = {
      installation_address: 'new',
      ia_zipcode: '682001',
      ia_state: 'Kerala',
      ia_city: 'Kochi',
      ia_street: '1',
    };
    const [invoice] = await documentsOf(api, await sell(shop, {}, ia));
    expect(invoice?.taxDocument).toMatchObject({ treatment: 'inter', place: { code: '32', name: 'Kerala' } });
  });

  it('is quoted before there is a customer, as one of the seller’s state', async () => {
    const { planid, subplanid } = shop;
    const quote = await api.ok(
      'plan/quote',
      { planid, subplanid, resellerid: 0, prepaid_postpaid: 'Prepaid' },
      shop.me,
    );
    expect(quote).toMatchObject({ total: '588.82', taxes: [{ name: 'CGST' }, { name: 'SGST' }] });
  });

  it('stays as it was when seller and customer change', async () => {
    const service = await sell(shop);
    const [before] = await documentsOf(api, service);
    const printed = await pdf(before?.id);
    await api.ok('tax/seller_set', { ispid: shop.ispid, ...GST_SELLER, legal_name: 'Renamed Limited' }, shop.me);
    await api.ok('customer/update', { customerid: before?.customerId ?? 0, state: 'Kerala' }, shop.me);
    expect(await pdf(before?.id)).toEqual(printed);
    await api.ok('tax/seller_set', { ispid: shop.ispid, ...GST_SELLER }, shop.me);
  });
});

describe('a credit', () => {
  it('for an invoice is a credit note that refers to it, with a number of its own and the taxes that were charged', async () => {
    const service = await sell(shop, { state: 'Kerala' });
    const [first] = await documentsOf(api, service);
    // What the customer is now decides the new invoice, not the credit.
    await api.ok('customer/update', { customerid: first?.customerId ?? 0, state: 'Karnataka' }, shop.me);
    shop.day('2026-03-20');
    const { status } = await service.changePlan(await shop.plan({ amt1: 900 }), 'immediately');
    expect(status).toBe(200);
    const [, note, second] = await documentsOf(api, service);
    expect(note?.documentNo).toMatch(/^CN\/25\/\d+$/);
    expect(note?.taxDocument).toMatchObject({
      kind: 'CreditNote',
      treatment: 'inter',
      refers: { id: first?.id, document_no: first?.documentNo, issued_on: '2026-03-10' },
    });
    expect(note?.taxes).toMatchObject([{ name: 'IGST' }]);
    expect(second?.taxDocument).toMatchObject({ kind: 'Invoice', treatment: 'intra', refers: null });
    expect(second?.net.toFixed(2)).toBe('900.00');
    expect(await pdf(note?.id)).toEqual(
      expect.arrayContaining(['Credit note', `For invoice ${first?.documentNo}`, 'Of 2026-03-10', 'Credit to']),
    );
    const { os_amt } = await service.shown();
    const sum = (await documentsOf(api, service)).reduce((all, { total }) => all + Number(total), 0);
    expect(Number(os_amt)).toBeCloseTo(sum, 2);
  });

  it('for what is not invoiced yet is on the invoice itself', async () => {
    const service = await shop.subscribe({ prepaid_postpaid: 'Postpaid' });
    await service.does('bill');
    shop.day('2026-03-20');
    await service.changePlan(await shop.plan({ amt1: 900 }), 'immediately');
    await service.does('invoice');
    const [only, ...others] = await documentsOf(api, service);
    expect(others).toEqual([]);
    expect(only?.taxDocument).toMatchObject({ kind: 'Invoice' });
    expect(only?.lines.some(({ net }) => net.isNegative())).toBe(true);
  });
});

describe('who charges no tax', () => {
  it('by composition issues a bill of supply with the prescribed words', async () => {
    const own = await taxedShop(api, { seller: { ...GST_SELLER, registration: 'Composition' } });
    const [invoice] = await documentsOf(api, await sell(own));
    expect(invoice?.tax.toFixed(2)).toBe('0.00');
    const { result } = await api.call('invoice/pdf', { id: invoice?.id ?? 0 }, own.me);
    expect(linesOf(result as Buffer).flat()).toEqual(
      expect.arrayContaining([
        'Bill of supply',
        'Composition taxable person, not eligible to collect tax on supplies.',
        'Description SAC Taxable Total',
      ]),
    );
  });
});

describe('a scheme that begins or ends', () => {
  it('changes only what is charged from then on', async () => {
    const own = await taxedShop(api, { seller: { ...GST_SELLER, scheme: 'none' }, settings: { taxes: 'VAT:10' } });
    const { code } = await api.db.prisma.isp.findUniqueOrThrow({ where: { id: own.ispid } });
    const billed = await own.subscribe({ prepaid_postpaid: 'Postpaid' });
    await billed.does('bill');
    await api.ok('tax/seller_set', { ispid: own.ispid, ...GST_SELLER }, own.me);
    await billed.does('invoice');
    const [old] = await documentsOf(api, billed);
    expect(old).toMatchObject({ documentNo: `${code}-000001`, taxDocument: null, taxes: [{ name: 'VAT' }] });
    const [taxed] = await documentsOf(api, await sell(own));
    // The rate is that of the settings.
    expect(taxed).toMatchObject({ documentNo: 'INV/25/1', taxes: [{ percent: '5' }, { percent: '5' }] });
    await api.ok('tax/seller_set', { ispid: own.ispid, ...GST_SELLER, scheme: 'none' }, own.me);
    const [plain] = await documentsOf(api, await sell(own));
    expect(plain).toMatchObject({ documentNo: `${code}-000003`, taxDocument: null, taxes: [{ name: 'VAT' }] });
  });

  it('is of one seller: a reseller that invoices has its own, or none', async () => {
    const resellerid = await shop.reseller({ invoice_by: 'Reseller', code: 'RESOLD' });
    const plain = await sell(shop, {}, {}, resellerid);
    expect((await documentsOf(api, plain))[0]).toMatchObject({ documentNo: 'RESOLD-000001', taxDocument: null });
    const own = { ...GST_SELLER, legal_name: 'Resold', state: 'Maharashtra', tax_number: MAHARASHTRA };
    const taken = await api.call('tax/seller_set', { ispid: shop.ispid, resellerid, ...own }, shop.me);
    expect(taken).toMatchObject({
      status: 409,
      error: 'invoice_template: is already the template of the ISP itself; choose another',
    });
    const templates = { invoice_template: 'R/{fy}/{n}', credit_template: 'RC/{fy}/{n}' };
    await api.ok('tax/seller_set', { ispid: shop.ispid, resellerid, ...own, ...templates }, shop.me);
    const [invoice] = await documentsOf(api, await sell(shop, {}, {}, resellerid));
    expect(invoice).toMatchObject({ documentNo: 'R/25-26/1', taxDocument: { seller: { legal_name: 'Resold' } } });
  });
});

it('the ledger agrees with all of it', async () => {
  expect((await verifyLedger(api.db)).filter(({ wrong }) => wrong > 0)).toEqual([]);
});
