import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startApi } from '../../../fixtures/api.ts';
import { verifyLedgerAfterAll } from '../../../fixtures/ledger.ts';
import { linesOf } from '../../../fixtures/pdf-text.ts';
import type { Shop, Subscriber } from '../../../fixtures/subscriber.ts';
import { documentsOf, GST_SELLER, MAHARASHTRA, sell, taxedShop } from '../../../fixtures/tax.ts';

// biome-ignore lint/suspicious/noExplicitAny: the test reads foreign JSON
type Json = any;

/** Of the seller’s state. */
const KARNATAKA = '29AAGCB7383J1Z4';

const api = await startApi();
verifyLedgerAfterAll(api);
let shop: Shop;
beforeAll(async () => {
  shop = await taxedShop(api, { on: '2026-11-05' });
});
beforeEach(() => shop.day('2026-11-05'));

const file = async (path: string, fields: Record<string, string | number>): Promise<Json> =>
  JSON.parse(String((await api.call(path, fields, shop.me)).result));
const printed = async (id = 0) => linesOf((await api.call('invoice/pdf', { id }, shop.me)).result as Buffer).flat();
const invoiceOf = async (service: Subscriber) => (await documentsOf(api, service)).at(-1);

describe('a unit in a special economic zone', () => {
  it('of the seller’s own state is charged IGST, and the invoice says so', async () => {
    const invoice = await invoiceOf(await sell(shop, { tax_id: KARNATAKA, sez: 'WithPayment' }));
    expect(invoice?.taxes).toEqual([{ name: 'IGST', percent: '18', amt: '89.82' }]);
    expect(invoice?.taxDocument).toMatchObject({ treatment: 'inter', place: { code: '29' }, sez: 'WithPayment' });
    expect((await printed(invoice?.id)).join(' ')).toContain(
      'Supply meant for SEZ unit or SEZ developer for authorised operations on payment of integrated tax.',
    );
    expect(await file('invoice/einvoice', { id: invoice?.id ?? 0 })).toMatchObject({
      TranDtls: { SupTyp: 'SEZWP' },
      ValDtls: { AssVal: 499, IgstVal: 89.82 },
    });
  });

  it('is charged no tax under a letter of undertaking, and nor is its credit note', async () => {
    const unit = await sell(shop, { tax_id: MAHARASHTRA, sez: 'WithoutPayment' });
    const invoice = await invoiceOf(unit);
    expect([invoice?.total.toFixed(2), invoice?.tax.toFixed(2)]).toEqual(['499.00', '0.00']);
    expect((await printed(invoice?.id)).join(' ')).toContain(
      'under bond or letter of undertaking without payment of integrated tax.',
    );
    expect(await file('invoice/einvoice', { id: invoice?.id ?? 0 })).toMatchObject({
      TranDtls: { SupTyp: 'SEZWOP' },
      ItemList: [{ GstRt: 0, IgstAmt: 0 }],
      ValDtls: { TotInvVal: 499 },
    });
    const credit = { serviceid: unit.id, type: 'Credit', amt: 100, invoiceid: invoice?.id ?? 0, reason: 'outage' };
    await api.ok('service/adjust', credit, shop.me);
    expect((await invoiceOf(unit))?.taxDocument).toMatchObject({ kind: 'CreditNote', sez: 'WithoutPayment' });
  });

  it('is in the return with its type of invoice, beside others', async () => {
    const zoned = await taxedShop(api, { on: '2026-11-05' });
    await sell(zoned, { tax_id: MAHARASHTRA, sez: 'WithPayment' });
    const without = await sell(zoned, { tax_id: MAHARASHTRA, sez: 'WithoutPayment' });
    await sell(zoned, { tax_id: MAHARASHTRA });
    const id = (await invoiceOf(without))?.id ?? 0;
    const credit = { serviceid: without.id, type: 'Credit', amt: 99, invoiceid: id, reason: 'outage' };
    await api.ok('service/adjust', credit, zoned.me);
    const gstr1: Json = JSON.parse(String((await api.call('tax/gstr1', { month: '2026-11' }, zoned.me)).result));
    expect(gstr1.b2b[0].inv.map(({ inv_typ }: Json) => inv_typ)).toEqual(['SEWP', 'SEWOP', 'R']);
    expect(gstr1.b2b[0].inv[1].itms).toEqual([{ num: 1, itm_det: { rt: 0, txval: 499, iamt: 0, csamt: 0 } }]);
    expect(gstr1.cdnr[0].nt).toMatchObject([{ inv_typ: 'SEWOP', val: 99 }]);
  });

  it('counts with a GSTIN only, and not for who is no unit any more', async () => {
    const consumer = await invoiceOf(await sell(shop, { sez: 'WithoutPayment' }));
    expect(consumer?.tax.toFixed(2)).toBe('89.82');
    const left = await invoiceOf(await sell(shop, { tax_id: MAHARASHTRA, sez: '' }));
    expect(left?.taxDocument).not.toHaveProperty('sez');
    const bad = await api.call('customer/update', { customerid: left?.customerId ?? 0, sez: 'Yes' }, shop.me);
    expect(bad).toMatchObject({ status: 400, error: expect.stringMatching(/^sez: /) });
  });
});

describe('codes', () => {
  it('are those of what is charged, and stay on the lines that have them', async () => {
    const codes = { installation_code: '998739', topup_code: '998429', late_fee_code: '999799' };
    const set = (more: Record<string, string>) =>
      api.ok('tax/seller_set', { ispid: shop.ispid, ...GST_SELLER, ...more }, shop.me);
    await set(codes);
    expect(await api.ok('tax/seller', { resellerid: 0 }, shop.me)).toMatchObject({ tax_code: '998422', ...codes });
    const service = await sell(shop, { tax_id: MAHARASHTRA }, { installation_amt: 500 });
    const first = await invoiceOf(service);
    const codesOf = (invoice: typeof first): Json =>
      (invoice?.taxDocument as Json)?.lines.map(({ code }: Json) => code);
    expect(codesOf(first)).toEqual(['998422', '998739']);
    await service.topUp({ gb: 1, amt: 50, type: 'Expiring' });
    expect(codesOf(await invoiceOf(service))).toEqual(['998429']);
    await set({});
    const credit = { serviceid: service.id, type: 'Credit', amt: 118, invoiceid: first?.id ?? 0, reason: 'outage' };
    await api.ok('service/adjust', credit, shop.me);
    // Of the plan and the installation, each by its share.
    expect(codesOf(await invoiceOf(service))).toEqual(['998422', '998739']);
    expect((await printed(first?.id)).join('\n')).toMatch(/^2 Installation 998739 /m);
    expect(codesOf(await invoiceOf(await sell(shop, {}, { installation_amt: 500 })))).toEqual(['998422', '998422']);
    const bad = await api.call('tax/seller_set', { ispid: shop.ispid, ...GST_SELLER, topup_code: '9' }, shop.me);
    expect(bad).toMatchObject({ status: 400, error: 'topup_code: must be a code of 4 to 8 digits (SAC)' });
  });
});
