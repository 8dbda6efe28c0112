import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startApi } from '../../../fixtures/api.ts';
import { verifyLedgerAfterAll } from '../../../fixtures/ledger.ts';
import { Shop, type Subscriber } from '../../../fixtures/subscriber.ts';
import { documentsOf, sell, taxedShop } from '../../../fixtures/tax.ts';

const api = await startApi();
verifyLedgerAfterAll(api);
let shop: Shop;
let gst: Shop;
beforeAll(async () => {
  shop = await Shop.open(api, { settings: { taxes: 'CGST:9,SGST:9' } });
  gst = await taxedShop(api);
});
beforeEach(() => shop.day('2026-03-10'));

type Fields = Record<string, string | number>;
const adjusting = (of: Shop, { id: serviceid }: Subscriber, fields: Fields) =>
  api.call('service/adjust', { serviceid, reason: 'as agreed', ...fields }, of.me);

describe('under GST', () => {
  it('a debit is taxed as a sale, on a tax invoice', async () => {
    const service = await sell(gst);
    await adjusting(gst, service, { type: 'Debit', amt: 118, description: 'Router' });
    const invoice = (await documentsOf(api, service)).at(-1);
    expect(invoice).toMatchObject({
      taxes: [
        { name: 'CGST', percent: '9', amt: '9.00' },
        { name: 'SGST', percent: '9', amt: '9.00' },
      ],
      taxDocument: { kind: 'Invoice' },
    });
  });

  it('a credit of an invoice is a credit note that names it, and is in the return', async () => {
    const service = await sell(gst);
    const [invoice] = await documentsOf(api, service);
    await adjusting(gst, service, { type: 'Credit', amt: 59, invoiceid: invoice?.id ?? 0, description: 'Outage' });
    const note = (await documentsOf(api, service)).at(-1);
    expect(note).toMatchObject({
      taxes: [
        { name: 'CGST', percent: '9', amt: '-4.50' },
        { name: 'SGST', percent: '9', amt: '-4.50' },
      ],
      lines: [{ description: 'Outage' }],
      taxDocument: { kind: 'CreditNote', refers: { id: invoice?.id, document_no: invoice?.documentNo } },
    });
    expect(note?.documentNo).toMatch(/^CN\//);
    expect((await service.shown()).os_amt).toBe('529.82');
  });

  it('a credit without an invoice takes no tax back', async () => {
    const service = await sell(gst);
    expect(await adjusting(gst, service, { type: 'Credit', amt: 59 })).toMatchObject({
      status: 400,
      error: 'invoiceid: is required: under GST a taxed credit must name its invoice',
    });
    expect((await adjusting(gst, service, { type: 'Credit', amt: 59, tax: 'None' })).status).toBe(200);
    const last = (await documentsOf(api, service)).at(-1);
    expect(last).toMatchObject({ taxes: [], taxDocument: null });
  });

  it('a credit of an invoice cannot leave its tax as it is', async () => {
    const service = await sell(gst);
    const [invoice] = await documentsOf(api, service);
    expect(
      await adjusting(gst, service, { type: 'Credit', amt: 1, tax: 'None', invoiceid: invoice?.id ?? 0 }),
    ).toMatchObject({
      status: 400,
      error: 'tax: must be Inclusive or Exclusive with invoiceid, because the tax is credited too',
    });
  });
});

describe('a franchisee', () => {
  const walletOf = async (resellerid: number) => {
    const [row] = await api.ok<Fields[]>('reseller/list', { resellerid }, shop.me);
    return row?.wallet;
  };
  const commission = (resellerid: number, commission_percent: number) =>
    api.ok('reseller/update', { resellerid, commission_percent }, shop.me);

  it('pays for a debit of its customer, less its commission', async () => {
    const resellerid = await shop.franchisee(1_000);
    const service = await shop.subscribe({}, resellerid);
    await adjusting(shop, service, { type: 'Debit', amt: 118 });
    // 118.00, less 10 % of 100.00.
    expect(await walletOf(resellerid)).toBe('892.00');
    const above = await adjusting(shop, service, { type: 'Debit', amt: 2_000 });
    expect(above.error).toMatch(/^the wallet of reseller \d+ would fall to /);
  });

  it('keeps no commission on what is credited, whatever its percentage is today', async () => {
    const resellerid = await shop.franchisee(1_000);
    const service = await shop.subscribe({ prepaid_postpaid: 'Prepaid' }, resellerid);
    await service.does('renew');
    expect(await walletOf(resellerid)).toBe('461.08');
    await commission(resellerid, 0);
    const invoiceid = (await service.invoices())[0]?.id ?? '';
    await adjusting(shop, service, { type: 'Credit', amt: '294.41', invoiceid });
    // Half of 588.82, less half of the commission of 49.90.
    expect(await walletOf(resellerid)).toBe('730.54');
    await adjusting(shop, service, { type: 'Credit', amt: '294.41', invoiceid });
    expect(await walletOf(resellerid)).toBe('1000.00');
  });
});
