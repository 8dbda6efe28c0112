import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startApi } from '../../../fixtures/api.ts';
import { verifyLedgerAfterAll } from '../../../fixtures/ledger.ts';
import { Shop, type Subscriber } from '../../../fixtures/subscriber.ts';

const api = await startApi();
verifyLedgerAfterAll(api);
let shop: Shop;
beforeAll(async () => {
  shop = await Shop.open(api, { settings: { taxes: 'CGST:9,SGST:9' } });
});
beforeEach(() => shop.day('2026-03-10'));

type Fields = Record<string, string | number>;
const adjusting = ({ id: serviceid }: Subscriber, fields: Fields) =>
  api.call('service/adjust', { serviceid, reason: 'as agreed', ...fields }, shop.me);
const adjusted = ({ id: serviceid }: Subscriber, fields: Fields) =>
  api.ok<number>('service/adjust', { serviceid, reason: 'as agreed', ...fields }, shop.me);
const documents = async (service: Subscriber) =>
  (await service.invoices()).map(({ total, tax, paid_amt }) => `${total} ${tax} ${paid_amt}`);
const owed = async (service: Subscriber) => (await service.shown()).os_amt;

/** Prepaid, with a month that was invoiced with 588.82, of which 89.82 is tax, and is not paid. */
async function sold(): Promise<Subscriber> {
  const service = await shop.subscribe({ prepaid_postpaid: 'Prepaid' });
  await service.does('renew');
  return service;
}

describe('a debit', () => {
  it('of a prepaid service is invoiced at once, with the tax that is in it', async () => {
    const service = await sold();
    const id = await adjusted(service, { type: 'Debit', amt: 118, description: 'Router', reason: 'broke it' });
    expect(await owed(service)).toBe('706.82');
    expect(await documents(service)).toEqual(['588.82 89.82 0.00', '118.00 18.00 0.00']);
    expect((await service.ledger()).slice(-4)).toEqual([
      'adjustment service 118.00',
      'adjustment revenue: Adjustment -100.00',
      'adjustment tax: CGST -9.00',
      'adjustment tax: SGST -9.00',
    ]);
    const [listed] = await api.ok<Fields[]>('adjustment/list', { serviceid: service.id }, shop.me);
    expect(listed).toMatchObject({
      id: String(id),
      kind: 'Debit',
      amt: '118.00',
      tax: '18.00',
      description: 'Router',
      reason: 'broke it',
    });
  });

  it('has its tax added, or none', async () => {
    const service = await sold();
    await adjusted(service, { type: 'Debit', amt: 100, tax: 'Exclusive' });
    await adjusted(service, { type: 'Debit', amt: 50, tax: 'None' });
    expect(await documents(service)).toEqual(['588.82 89.82 0.00', '118.00 18.00 0.00', '50.00 0.00 0.00']);
  });

  it('of a postpaid service is on the next invoice', async () => {
    const service = await shop.subscribe();
    await adjusted(service, { type: 'Debit', amt: 59, description: 'Cable' });
    expect(await documents(service)).toEqual([]);
    await service.does('invoice');
    expect(await documents(service)).toEqual(['647.82 98.82 0.00']);
  });

  it('is refused above the credit limit', async () => {
    const service = await shop.subscribe({ credit_limit: 100 });
    const { status, error } = await adjusting(service, { type: 'Debit', amt: 101 });
    expect([status, error]).toEqual([
      409,
      'the outstanding amount would rise to 101.00, above the credit limit of 100.00',
    ]);
    expect(await owed(service)).toBe('0.00');
  });
});

describe('a credit', () => {
  it('settles what is due, and is a document of its own', async () => {
    const service = await sold();
    await adjusted(service, { type: 'Credit', amt: 118 });
    expect(await documents(service)).toEqual(['588.82 89.82 118.00', '-118.00 -18.00 0.00']);
    expect(await owed(service)).toBe('470.82');
  });

  it('brings back what was lost for non-payment, and its session follows', async () => {
    const service = await shop.subscribe();
    await service.does('invoice');
    await service.does('np');
    await service.dialIn();
    await service.effects();
    await adjusted(service, { type: 'Credit', amt: '588.82' });
    expect(await service.summary()).toBe('Active 2026-03-10 2026-04-09 0.00');
    expect(await service.effects()).toEqual(['session_refresh']);
  });

  it('renews a prepaid service that it pays for', async () => {
    const service = await shop.subscribe({ prepaid_postpaid: 'Prepaid' });
    await adjusted(service, { type: 'Credit', amt: '588.82', tax: 'None' });
    expect(await service.summary()).toBe('Active 2026-03-10 2026-04-09 0.00');
  });

  it('of an invoice is taxed as that was, whatever the taxes are today', async () => {
    const service = await sold();
    const [invoice] = await service.invoices();
    const invoiceid = Number(invoice?.id);
    await api.ok('isp/settings_update', { ispid: shop.ispid, taxes: 'VAT:5' }, shop.me);
    try {
      await adjusted(service, { type: 'Credit', amt: 100, tax: 'Exclusive', invoiceid });
    } finally {
      await api.ok('isp/settings_update', { ispid: shop.ispid, taxes: 'CGST:9,SGST:9' }, shop.me);
    }
    expect((await service.ledger()).slice(-3)).toEqual([
      'adjustment revenue: Adjustment 100.00',
      'adjustment tax: CGST 9.00',
      'adjustment tax: SGST 9.00',
    ]);
    const above = await adjusting(service, { type: 'Credit', amt: '470.83', invoiceid });
    expect([above.status, above.error]).toEqual([
      409,
      `amt: at most 470.82 of invoice ${invoiceid}, including tax, can still be credited`,
    ]);
    await adjusted(service, { type: 'Credit', amt: '470.82', invoiceid });
    expect(await owed(service)).toBe('0.00');
  });

  it('of an invoice needs one above 0, be it a few paise', async () => {
    const service = await shop.subscribe();
    await adjusted(service, { type: 'Debit', amt: 59 });
    await adjusted(service, { type: 'Credit', amt: 59 });
    await adjusted(service, { type: 'Credit', amt: '0.59' });
    expect(await documents(service)).toEqual(['0.00 0.00 0.00', '-0.59 -0.09 0.00']);
    for (const { id = '' } of await service.invoices())
      expect(await adjusting(service, { type: 'Credit', amt: '0.01', invoiceid: id })).toMatchObject({
        status: 400,
        error: `invoiceid: invoice ${id} is not above 0, so nothing of it can be credited`,
      });
    const prepaid = await sold();
    await adjusted(prepaid, { type: 'Debit', amt: '0.59' });
    const small = (await prepaid.invoices()).at(-1)?.id ?? '';
    expect((await adjusting(prepaid, { type: 'Credit', amt: '0.59', invoiceid: small })).status).toBe(200);
  });

  it('of a whole invoice takes back its tax to the paisa', async () => {
    const service = await sold();
    await service.topUp({ gb: 1, amt: '33.33', type: 'Expiring' });
    const invoiceid = Number((await service.invoices()).at(-1)?.id);
    await adjusted(service, { type: 'Credit', amt: '39.33', invoiceid });
    expect((await documents(service)).slice(-2)).toEqual(['39.33 6.00 0.00', '-39.33 -6.00 0.00']);
  });

  it('of an invoice counts what a plan change has credited of it', async () => {
    const service = await sold();
    const [{ id: invoiceid = '' } = {}] = await service.invoices();
    shop.day('2026-03-26');
    await service.changePlan(await shop.plan({ amt1: 100 }), 'immediately');
    // 15 of 31 days were credited.
    const { error } = await adjusting(service, { type: 'Credit', amt: '588.82', invoiceid });
    expect(error).toBe(`amt: at most 303.91 of invoice ${invoiceid}, including tax, can still be credited`);
  });
});

describe('a plan change', () => {
  const change = async (service: Subscriber) =>
    service.changePlan(await shop.plan({ amt1: 100 }), 'immediately').then(() => owed(service));
  const invoiceOf = async (service: Subscriber) => Number((await service.invoices())[0]?.id);

  it('credits nothing of a month that was credited as a whole', async () => {
    const service = await sold();
    await adjusted(service, { type: 'Credit', amt: '588.82', invoiceid: await invoiceOf(service) });
    shop.day('2026-03-26');
    // What is owed is the new month.
    expect(await change(service)).toBe('118.00');
  });

  it('credits the days that remain by what is left of the month', async () => {
    const service = await sold();
    await adjusted(service, { type: 'Credit', amt: '294.41', invoiceid: await invoiceOf(service) });
    shop.day('2026-03-26');
    // 15 of 31 days of the other half, of which each tax is rounded.
    expect(await change(service)).toBe('269.96');
  });

  it('credits nothing of what was written off, so that no advance comes of it', async () => {
    const service = await sold();
    await api.ok('service/write_off', { serviceid: service.id, reason: 'moved away' }, shop.me);
    shop.day('2026-03-26');
    expect(await change(service)).toBe('118.00');
    const { error } = await adjusting(service, { type: 'Credit', amt: 1, invoiceid: await invoiceOf(service) });
    expect(error).toMatch(/^amt: at most 0\.00 of invoice \d+,/);
  });

  it('credits as ever what a credit for no invoice was given beside', async () => {
    const service = await sold();
    await adjusted(service, { type: 'Credit', amt: 100, tax: 'None' });
    shop.day('2026-03-26');
    expect(await change(service)).toBe('321.91');
  });
});

describe('an adjustment', () => {
  it('shows in a preview what it does, and changes nothing', async () => {
    const service = await sold();
    const before = [await service.shown(), await service.ledger()];
    const wanted = { type: 'Debit', amt: 100, tax: 'Exclusive', description: 'Router' };
    const shown = await api.ok<Fields>(
      'service/adjust',
      { serviceid: service.id, reason: 'broke it', ...wanted, preview: 'Y' },
      shop.me,
    );
    expect(shown).toMatchObject({
      os_amt: '706.82',
      charges: [{ description: 'Router', amt: '100.00', tax: '18.00', total: '118.00' }],
      invoices: [{ total: '118.00' }],
    });
    expect([await service.shown(), await service.ledger()]).toEqual(before);
    await adjusted(service, wanted);
    expect(await owed(service)).toBe(shown.os_amt);
  });

  it('is made once, however often it is repeated with its key', async () => {
    const service = await sold();
    const wanted = { type: 'Credit', amt: 10, idempotency_key: `credit ${service.id}` };
    const ids = await Promise.all([adjusted(service, wanted), adjusted(service, wanted)]);
    expect(ids[0]).toBe(ids[1]);
    expect(await owed(service)).toBe('578.82');
    const other = await adjusting(service, { ...wanted, amt: 11 });
    expect(other.status).toBe(409);
  });

  it('needs a reason and an amount, and an invoice of the service for a credit only', async () => {
    const [service, other] = [await sold(), await sold()];
    const invoiceid = (await other.invoices())[0]?.id ?? '';
    for (const [fields, status, error] of [
      [{ type: 'Debit', amt: 1, reason: '' }, 400, 'reason: is required'],
      [{ type: 'Debit', amt: 0 }, 400, 'amt: must be above 0'],
      [{ type: 'Debit', amt: 1, invoiceid }, 400, 'invoiceid: applies only to a Credit'],
      [{ type: 'Credit', amt: 1, invoiceid }, 404, `there is no invoice ${invoiceid}`],
    ] as const)
      expect(await adjusting(service, fields)).toMatchObject({ status, error });
    expect(await owed(service)).toBe('588.82');
  });

  it('is on the statement by its description, and in the timeline with its reason', async () => {
    const service = await sold();
    await adjusted(service, { type: 'Debit', amt: 59, description: 'Router', reason: 'broke it' });
    const { entries } = await api.ok<{ entries: Fields[] }>('service/statement', { serviceid: service.id }, shop.me);
    expect(entries.at(-1)).toMatchObject({ kind: 'adjustment', memo: 'Router', debit: '59.00' });
    const timeline = await api.ok<Fields[]>(
      'service/timeline',
      { serviceid: service.id, kinds: 'adjustment' },
      shop.me,
    );
    expect(timeline).toMatchObject([{ title: 'Debit: Router', detail: 'broke it', amt: '59.00' }]);
  });
});
