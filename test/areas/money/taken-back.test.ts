import { beforeAll, describe, expect, it } from 'vitest';
import { type Credentials, startApi } from '../../fixtures/api.ts';
import { verifyLedgerAfterAll } from '../../fixtures/ledger.ts';
import { Shop, type Subscriber } from '../../fixtures/subscriber.ts';

const api = await startApi();
verifyLedgerAfterAll(api);
let shop: Shop;
/** Employees of one location, who collect there. */
let collector: Credentials;
let colleague: Credentials;
beforeAll(async () => {
  const settings = { invoice_due_days: 5, np_grace_days: 3, late_fee_percent: 10, taxes: 'GST:18' };
  shop = await Shop.open(api, { on: '2026-03-10', settings });
  const employee = {
    groupname: 'Employee',
    resellerid: 0,
    roles: 'Accounts',
    lc: 'BLR',
    slc: 'BLR-N',
    cash_limit: 5_000,
  };
  [collector, colleague] = [await shop.user(employee), await shop.user(employee)];
});

type Fields = Record<string, string | number>;
const owes = async (service: Subscriber) => (await service.shown()).os_amt;
const pay = (service: Subscriber, more: Fields = {}, as = shop.me) =>
  api.ok<number>('payment/new', { serviceid: service.id, amt: '588.82', mode: 'Cheque', ...more }, as);
const cancel = (id: number, as: Credentials, more: Fields = {}) =>
  api.call('payment/cancel', { id, reason: 'entered twice', ...more }, as);
const bounce = (id: number, more: Fields = {}, as = shop.me) =>
  api.call('payment/bounce', { id, reason: 'Funds insufficient', fee_amt: '300.00', ...more }, as);

/** A postpaid service that has been billed 588.82. */
async function billed(fields: Fields = {}): Promise<Subscriber> {
  shop.day('2026-03-10');
  const service = await shop.subscribe(fields);
  await service.does('invoice');
  return service;
}

const CASH = { mode: 'Cash', amt: '100.00' };

describe('a collector who may not cancel payments', () => {
  it('undoes an own one of the day while holding its cash, and nothing else', async () => {
    const service = await billed();
    const own = await pay(service, CASH, collector);
    expect(await cancel(own, colleague)).toMatchObject({
      status: 403,
      error: `payment ${own} was taken by another login user, so cancelling it takes the permission payment.cancel`,
    });
    shop.day('2026-03-11');
    expect(await cancel(own, collector)).toMatchObject({
      status: 403,
      error: `payment ${own} was entered on 2026-03-10, so cancelling it takes the permission payment.cancel`,
    });
    shop.day('2026-03-10');
    expect((await cancel(own, collector)).error).toBeNull();
    expect(await owes(service)).toBe('588.82');
  });

  it('does not undo what was handed over, though other cash has come in since', async () => {
    const service = await billed();
    const [first, other] = [await pay(service, CASH, collector), await pay(service, CASH, collector)];
    await api.ok('auth/user/cash_settle', { id: collector.userid, amt: '100.00' }, shop.me);
    const later = await pay(service, CASH, collector);
    for (const preview of ['Y', 'N'])
      for (const id of [first, other])
        expect(await cancel(id, collector, { preview })).toMatchObject({
          status: 403,
          error: `payment ${id} was taken before cash was handed over, so cancelling it takes the permission payment.cancel`,
        });
    expect((await cancel(later, collector)).error).toBeNull();
    expect(await owes(service)).toBe('388.82');
  });

  it('is outrun by the cash that is handed over at the same time', async () => {
    const service = await billed();
    const own = await pay(service, { mode: 'Cash', amt: '30.00' }, colleague);
    const [undone, settled] = await Promise.all([
      cancel(own, colleague),
      api.call('auth/user/cash_settle', { id: colleague.userid, amt: '30.00' }, shop.me),
    ]);
    expect([
      [200, 409],
      [403, 200],
    ]).toContainEqual([undone.status, settled.status]);
  });

  it('has no part in what bounces; who may cancel takes back an old payment of others', async () => {
    const service = await billed();
    const cheque = await pay(service, {}, collector);
    expect((await bounce(cheque, {}, collector)).status).toBe(403);
    shop.day('2026-03-14');
    expect((await cancel(cheque, shop.me)).error).toBeNull();
    expect(await owes(service)).toBe('588.82');
  });
});

describe('a payment that the bank returns', () => {
  it('is due again with an untaxed fee, on whose amount no late fee is charged', async () => {
    const service = await billed();
    const cheque = await pay(service);
    shop.day('2026-03-13');
    expect((await bounce(cheque, { preview: 'Y' })).result).toMatchObject({
      os_amt: '888.82',
      charges: [{ kind: 'bounce_fee', tax: '0.00', total: '300.00' }],
    });
    expect(await owes(service)).toBe('0.00');
    expect((await bounce(cheque, { bounced_on: '2026-03-12' })).result).toBe('done');
    expect(await owes(service)).toBe('888.82');
    const [payment] = await api.ok<object[]>('payment/list', { id: cheque }, shop.me);
    expect(payment).toMatchObject({ status: 'Cancelled', bounced_on: '2026-03-12', reason: 'Funds insufficient' });
    await shop.advanceOn('2026-03-16');
    expect(await owes(service)).toBe('958.30');
  });

  it('bounces once, however often and by whom it is said at once', async () => {
    shop.day('2026-03-10');
    const service = await shop.subscribe({ prepaid_postpaid: 'Prepaid' });
    const cheque = await pay(service, { amt: '1000.00' });
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, at) => (at % 3 === 0 ? cancel(cheque, shop.me) : bounce(cheque))),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status, error } of answers) expect([200, 409], error ?? '').toContain(status);
    expect((await bounce(cheque)).error).toBe(`payment ${cheque} is already cancelled`);
  });

  it('is neither cash nor a card, nor one of another ISP, and came back between its day and today', async () => {
    const service = await billed();
    const cash = await pay(service, { mode: 'Cash', amt: '1.00' }, collector);
    expect((await bounce(cash)).error).toBe(
      `payment ${cash} was made by Cash; only a Cheque, a DD or a Bank payment can bounce, so cancel or refund it`,
    );
    const cheque = await pay(service, { amt: '2.00' });
    for (const [bounced_on, error] of [
      ['2026-03-09', 'bounced_on: must not be before 2026-03-10, the day of the payment'],
      ['2026-03-11', 'bounced_on: must not be after today, 2026-03-10'],
    ] as const)
      expect(await bounce(cheque, { bounced_on })).toMatchObject({ status: 400, error });
    const other = await Shop.open(api, { on: '2026-03-10' });
    expect((await bounce(cheque, {}, other.me)).status).toBe(404);
    expect(await owes(service)).toBe('585.82');
  });
});
