import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startApi } from '../../../fixtures/api.ts';
import { verifyLedgerAfterAll } from '../../../fixtures/ledger.ts';
import { Shop, type Subscriber } from '../../../fixtures/subscriber.ts';

const api = await startApi();
verifyLedgerAfterAll(api);
let shop: Shop;
beforeAll(async () => {
  shop = await Shop.open(api, { settings: { invoice_due_days: 5, np_grace_days: 3 } });
});
beforeEach(() => shop.day('2026-03-10'));

type Fields = Record<string, string | number>;
const writingOff = ({ id: serviceid }: Subscriber, fields: Fields = {}, as = shop.me) =>
  api.call('service/write_off', { serviceid, reason: 'moved away', ...fields }, as);
const removing = ({ id: serviceid }: Subscriber, fields: Fields = {}, as = shop.me) =>
  api.call('service/delete', { serviceid, ...fields }, as);
const documents = async (service: Subscriber) =>
  (await service.invoices()).map(({ total, paid_amt, paid }) => `${total} ${paid_amt} ${paid}`);

/** Blocked for a month that was not paid. */
async function unpaid(): Promise<Subscriber> {
  const service = await shop.subscribe();
  await shop.advanceOn('2026-04-10');
  await shop.advanceOn('2026-04-16');
  await shop.advanceOn('2026-04-20');
  expect(await service.summary()).toBe('NPD 2026-04-10 2026-05-09 499.00');
  return service;
}

describe('a write-off', () => {
  it('makes the outstanding amount 0 as a loss of the ISP, and leaves the status', async () => {
    const service = await unpaid();
    const { status, result } = await writingOff(service);
    expect(status).toBe(200);
    expect(await service.summary()).toBe('NPD 2026-04-10 2026-05-09 0.00');
    expect((await service.ledger()).slice(-2)).toEqual(['write_off bad_debt 499.00', 'write_off service -499.00']);
    expect(await documents(service)).toEqual(['499.00 499.00 Y']);
    const listed = await api.ok<Fields[]>('adjustment/list', { id: Number(result) }, shop.me);
    expect(listed).toMatchObject([
      { kind: 'WriteOff', amt: '499.00', description: 'Written off', reason: 'moved away' },
    ]);
    expect(await writingOff(service)).toMatchObject({ status: 409, error: `service ${service.id} owes nothing` });
    await service.does('restore');
    expect(await service.summary()).toBe('Active 2026-04-10 2026-05-09 0.00');
  });

  it('takes what is not invoiced yet with it, on an invoice', async () => {
    const service = await shop.subscribe();
    await service.does('bill');
    await writingOff(service);
    expect([(await service.shown()).os_amt, await documents(service)]).toEqual(['0.00', ['499.00 499.00 Y']]);
  });

  it('is of the newest invoices first, so that only what was paid of the oldest can still be credited', async () => {
    const service = await shop.subscribe();
    const adjusting = (fields: Fields) =>
      api.call(
        'service/adjust',
        { serviceid: service.id, reason: 'x', tax: 'invoiceid' in fields ? 'Inclusive' : 'None', ...fields },
        shop.me,
      );
    const newest = async () => Math.max(...(await service.invoices()).map(({ id }) => Number(id)));
    await service.does('bill');
    await service.does('invoice');
    const older = await newest();
    await adjusting({ type: 'Debit', amt: 200 });
    await service.does('invoice');
    const newer = await newest();
    expect(newer).toBeGreaterThan(older);
    expect((await adjusting({ type: 'Credit', amt: 100, invoiceid: older })).error).toBeNull();
    expect((await adjusting({ type: 'Credit', amt: 30, invoiceid: newer })).error).toBeNull();
    await service.pay(50);
    expect((await service.shown()).os_amt).toBe('519.00');
    expect((await writingOff(service)).error).toBeNull();
    for (const [invoiceid, left] of [
      [older, '50.00'],
      [newer, '0.00'],
    ] as const)
      expect((await adjusting({ type: 'Credit', amt: '50.01', invoiceid })).error).toBe(
        `amt: at most ${left} of invoice ${invoiceid}, including tax, can still be credited`,
      );
    expect((await adjusting({ type: 'Credit', amt: '50', invoiceid: older })).error).toBeNull();
  });

  it('shows in a preview what it does', async () => {
    const service = await unpaid();
    const { result } = await writingOff(service, { preview: 'Y' });
    expect(result).toMatchObject({ status: 'NPD', os_amt: '0.00', charges: [], invoices: [] });
    expect((await service.shown()).os_amt).toBe('499.00');
  });

  it('of another amount than is owed is refused: a payment came meanwhile', async () => {
    const service = await unpaid();
    await service.pay(400);
    const refused = await writingOff(service, { amt: 499 });
    expect([refused.status, refused.error]).toEqual([409, `amt: service ${service.id} owes 99.00, not 499.00`]);
    expect((await writingOff(service, { amt: 99 })).status).toBe(200);
  });

  it('and a payment at once leave nothing owed, and nothing twice', async () => {
    const service = await unpaid();
    const [writtenOff] = await Promise.all([writingOff(service), service.pay(499)]);
    // The payment came first, or is an advance, which has brought the service back.
    expect((await service.shown()).os_amt).toBe(writtenOff.status === 200 ? '-499.00' : '0.00');
  });

  it('twice at once is one', async () => {
    const service = await unpaid();
    const answers = await Promise.all([writingOff(service), writingOff(service), writingOff(service)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  });

  it('is the franchisee’s loss for its customer, and its wallet stays', async () => {
    const resellerid = await shop.franchisee(1_000);
    const service = await shop.subscribe({ prepaid_postpaid: 'Prepaid' }, resellerid);
    await service.does('renew');
    const wallet = async () => (await api.ok<Fields[]>('reseller/list', { resellerid }, shop.me))[0]?.wallet;
    const before = await wallet();
    await writingOff(service);
    expect(await wallet()).toBe(before);
    expect((await service.ledger()).slice(-2)).toEqual([
      'write_off franchisee_clearing 499.00',
      'write_off service -499.00',
    ]);
  });
});

describe('a service that owes money', () => {
  it('is deleted after its debt is written off', async () => {
    const service = await shop.subscribe({ prepaid_postpaid: 'Prepaid' });
    await service.does('renew');
    expect((await removing(service)).error).toMatch(
      /owes 499.00 .*; record a payment or write the amount off, then delete the service$/,
    );
    await writingOff(service);
    expect((await removing(service)).result).toBe('Done');
  });

  it('is deleted with its debt, the final bill included, by one call', async () => {
    const service = await unpaid();
    const before = await service.shown();
    const shown = await removing(service, { write_off_reason: 'moved away', preview: 'Y' });
    expect(shown.result).toMatchObject({ os_amt: '0.00' });
    expect((await removing(service, { preview: 'Y' })).error).toMatch(/owes 681\.97 after billing up to/);
    expect(await service.shown()).toEqual(before);
    const once = { write_off_reason: 'moved away', idempotency_key: `delete ${service.id}` };
    const { error, result } = await removing(service, once);
    expect([error, result]).toEqual([null, 'Done']);
    expect((await removing(service, once)).result).toBe('Done');
    // 499.00, and 11 of 30 days of April.
    const listed = await api.ok<Fields[]>('adjustment/list', { serviceid: service.id }, shop.me);
    expect(listed).toMatchObject([{ kind: 'WriteOff', amt: '681.97', reason: 'moved away' }]);
  });

  it('is not deleted with its debt by one who may not write off', async () => {
    const service = await unpaid();
    const support = await shop.user({ groupname: 'Employee', roles: 'Support', resellerid: 0 });
    expect(await removing(service, { write_off_reason: 'mine' }, support)).toMatchObject({
      status: 403,
      error: 'write_off_reason: needs the permission service.write_off',
    });
  });

  it('of a service that owes nothing the reason is ignored', async () => {
    const service = await shop.subscribe();
    expect((await removing(service, { write_off_reason: 'moved away' })).result).toBe('Done');
    expect(await api.ok('adjustment/list', { serviceid: service.id }, shop.me)).toEqual([]);
  });

  it('is written off after its deletion too, when a payment bounced', async () => {
    const service = await shop.subscribe({ prepaid_postpaid: 'Prepaid' });
    const id = await service.pay(499, { mode: 'Cheque' });
    await removing(service);
    await api.ok('payment/cancel', { id, reason: 'bounced' }, shop.me);
    expect((await writingOff(service)).status).toBe(200);
    const { closing_balance } = await api.ok<Fields>('service/statement', { serviceid: service.id }, shop.me);
    expect(closing_balance).toBe('0.00');
  });
});
