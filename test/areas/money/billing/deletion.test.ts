import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startApi } from '../../../fixtures/api.ts';
import { verifyLedgerAfterAll } from '../../../fixtures/ledger.ts';
import { Shop, type Subscriber } from '../../../fixtures/subscriber.ts';

const api = await startApi();
verifyLedgerAfterAll(api);
let shop: Shop;
beforeAll(async () => {
  shop = await Shop.open(api);
});
beforeEach(() => shop.day('2026-03-10'));

const remove = async ({ id }: Subscriber) => {
  const { status, error, result } = await api.call('service/delete', { serviceid: id }, shop.me);
  return [status, error ?? result];
};
const owes = (service: Subscriber, amt: string, day: string) => [
  409,
  `service ${service.id} owes ${amt} after billing up to ${day}; record a payment or write the amount off, then delete the service`,
];
const invoicesOf = async (service: Subscriber) =>
  (await service.invoices()).map(({ total, paid }) => `${total} ${paid}`);
const walletOf = async (resellerid: number) => {
  const [row] = await api.ok<Record<string, string>[]>('reseller/list', { resellerid }, shop.me);
  return row?.wallet;
};
const everything = async (service: Subscriber) => [
  await service.shown(),
  await service.ledger(),
  await service.invoices(),
];

describe('a service that is deleted', () => {
  it('is billed for its days first, and is not deleted until they are paid', async () => {
    const service = await shop.subscribe();
    shop.day('2026-03-19');
    const before = await everything(service);
    // 10 of 31 days of 499.00.
    expect(await remove(service)).toEqual(owes(service, '160.97', '2026-03-19'));
    expect(await everything(service)).toEqual(before);
    await service.pay('160.97');
    expect(await remove(service)).toEqual([200, 'Done']);
    expect((await service.ledger()).slice(-2)).toEqual(['plan service 160.97', 'plan revenue: Internet -160.97']);
    expect(await invoicesOf(service)).toEqual(['160.97 Y']);
  });

  it('invoices its open charges', async () => {
    const service = await shop.subscribe();
    await service.topUp({ gb: 5, amt: 200, type: 'Expiring' });
    await service.does('bill');
    await service.pay(699);
    expect(await remove(service)).toEqual([200, 'Done']);
    expect(await invoicesOf(service)).toEqual(['699.00 Y']);
  });

  it('is not deleted while it has an advance', async () => {
    const service = await shop.subscribe();
    shop.day('2026-03-19');
    const id = await service.pay(200);
    const advance = [
      409,
      `service ${service.id} has an advance of 39.03 after billing up to 2026-03-19; refund or transfer the advance, or cancel a payment, then delete the service`,
    ];
    expect(await remove(service)).toEqual(advance);
    await api.ok('payment/cancel', { id, reason: 'leaves' }, shop.me);
    await service.pay('160.97');
    expect(await remove(service)).toEqual([200, 'Done']);
  });

  it('owes nothing for a month that has not begun, nor for suspended days', async () => {
    const renewed = await shop.subscribe();
    shop.day('2026-03-19');
    await renewed.does('renew');
    await renewed.does('suspend');
    shop.day('2026-03-29');
    await renewed.pay('160.97');
    expect(await remove(renewed)).toEqual([200, 'Done']);
    const suspended = await shop.subscribe();
    await suspended.does('suspend');
    shop.day('2026-04-20');
    expect(await remove(suspended)).toEqual(owes(suspended, '16.10', '2026-04-20'));
  });

  it('is not credited for the rest of a prepaid validity', async () => {
    const service = await shop.subscribe({ prepaid_postpaid: 'Prepaid' });
    await service.pay(499);
    expect(await remove(service)).toEqual([200, 'Done']);
    expect(await invoicesOf(service)).toEqual(['499.00 Y']);
  });

  it('is billed for a month that began postpaid, even if it is prepaid since', async () => {
    const service = await shop.subscribe();
    await api.ok('service/update', { serviceid: service.id, prepaid_postpaid: 'Prepaid' }, shop.me);
    shop.day('2026-03-19');
    expect(await remove(service)).toEqual(owes(service, '160.97', '2026-03-19'));
    shop.day('2026-05-01');
    expect(await remove(service)).toEqual(owes(service, '499.00', '2026-05-01'));
  });

  it('is deleted at once if it was never used; if it was used today, it costs a day', async () => {
    const mistaken = await shop.subscribe();
    expect(await remove(mistaken)).toEqual([200, 'Done']);
    expect(await mistaken.ledger()).toEqual([
      'credit_use credits -1.00',
      'credit_use credits_used 1.00',
      'credit_return credits 1.00',
      'credit_return credits_used -1.00',
    ]);
    const used = await shop.subscribe();
    await used.dialIn();
    expect(await remove(used)).toEqual([409, `service ${used.id} is online; disconnect ${used.username} first`]);
    await api.db.prisma.session.updateMany({ where: { serviceId: used.id }, data: { endedAt: new Date() } });
    expect(await remove(used)).toEqual(owes(used, '16.10', '2026-03-10'));
  });

  it('is deleted at once if it is free', async () => {
    const free = await shop.plan({ amt1: 0 });
    expect(await remove(await shop.subscribe(free))).toEqual([200, 'Done']);
    const waiting = await shop.subscribe({ prepaid_postpaid: 'Prepaid' });
    expect(await remove(waiting)).toEqual([200, 'Done']);
  });

  it('is charged to the wallet of its franchisee, or not deleted', async () => {
    const resellerid = await shop.franchisee(0);
    const service = await shop.subscribe({}, resellerid);
    shop.day('2026-03-19');
    const theirs = await shop.user({ resellerid });
    await api.ok('payment/new', { serviceid: service.id, amt: '160.97', mode: 'Online' }, theirs);
    const [status, error] = await remove(service);
    expect([status, error]).toEqual([
      409,
      expect.stringContaining('would fall to -144.87, below its limit of -100.00'),
    ]);
    await api.ok('reseller/wallet_update', { resellerid, action: 'TopUp', amt: 100 }, shop.me);
    expect(await remove(service)).toEqual([200, 'Done']);
    expect(await walletOf(resellerid)).toBe('-44.87');
  });

  it('is deleted and billed once by concurrent calls', async () => {
    const service = await shop.subscribe();
    shop.day('2026-03-11');
    await service.pay('32.19');
    const [renewed, ...removed] = await Promise.all([service.act('renew'), remove(service), remove(service)]);
    expect([200, 404]).toContain(renewed.status);
    expect(removed.map(([status]) => status).sort()).toEqual([200, 404]);
    const charged = (await service.ledger()).filter((line) => line.startsWith('plan service'));
    expect(charged).toHaveLength(1);
  });
});

describe('an immediate plan change after a postpaid renewal today', () => {
  it('takes effect tomorrow, and credits nothing twice', async () => {
    const other = await shop.plan({ amt1: 899 });
    const service = await shop.subscribe({ credit_limit: 10_000 });
    await service.does('bill');
    shop.day('2026-03-20');
    await service.does('renew');
    await api.ok('service/update', { serviceid: service.id, prepaid_postpaid: 'Prepaid' }, shop.me);
    expect((await service.changePlan(other, 'immediately')).error).toBeNull();
    // 11 of 31 days of 499.00, and a month of 899.00.
    expect(await service.summary()).toBe('Active 2026-03-10 2026-04-20 1076.06');
  });
});

describe('the money of a deleted service', () => {
  /** A month of a franchisee's customer, invoiced and paid in cash to the ISP; then service and customer are deleted. */
  async function gone() {
    const resellerid = await shop.franchisee(1000);
    const cashier = await shop.user({ cash_limit: 10_000 });
    const service = await shop.subscribe({}, resellerid);
    const { customerid } = await service.shown();
    await service.does('invoice');
    const id = await api.ok<number>('payment/new', { serviceid: service.id, amt: 499, mode: 'Cash' }, cashier);
    expect(await remove(service)).toEqual([200, 'Done']);
    await api.ok('customer/delete', { customerid: customerid ?? '' }, shop.me);
    const cash = async () =>
      (await api.db.prisma.loginUser.findUniqueOrThrow({ where: { id: cashier.userid } })).cashBalance.toFixed(2);
    return { resellerid, service, id, cash };
  }
  const closing = async ({ id }: Subscriber) =>
    (await api.ok<{ closing_balance: string }>('service/statement', { serviceid: id }, shop.me)).closing_balance;

  it('is listed, shown and reversed as before', async () => {
    const { resellerid, service, id, cash } = await gone();
    expect(await api.ok('payment/list', { serviceid: service.id }, shop.me)).toMatchObject([{ id: String(id) }]);
    const [invoice] = await service.invoices();
    expect((await api.call('invoice/pdf', { id: invoice?.id ?? '' }, shop.me)).status).toBe(200);
    expect([await closing(service), await cash(), await walletOf(resellerid)]).toEqual(['0.00', '499.00', '1049.90']);
    const bounced = { id, reason: 'bounced' };
    expect(await api.ok('payment/cancel', { ...bounced, preview: 'Y' }, shop.me)).toMatchObject({ os_amt: '499.00' });
    expect((await api.call('payment/cancel', bounced, shop.me)).error).toBeNull();
    expect([await closing(service), await cash(), await walletOf(resellerid)]).toEqual(['499.00', '0.00', '550.90']);
    expect(await invoicesOf(service)).toEqual(['499.00 N']);
    expect((await api.call('payment/cancel', bounced, shop.me)).status).toBe(409);
    await shop.advanceDailyTo('2026-04-20');
    expect(await closing(service)).toBe('499.00');
  });

  it('is reversed only by those who could see the service', async () => {
    const { id } = await gone();
    const stranger = await shop.user({ resellerid: await shop.reseller({ payment_by: 'Reseller' }) });
    const elsewhere = await shop.user({ groupname: 'Employee', resellerid: 0, lc: '', slc: '', roles: 'Support' });
    expect((await api.call('payment/cancel', { id, reason: 'mine' }, stranger)).status).toBe(404);
    expect((await api.call('payment/cancel', { id, reason: 'mine' }, elsewhere)).status).toBe(403);
  });

  it('that is due again can be paid, up to that amount', async () => {
    const { service, id } = await gone();
    const pay = (amt: number) =>
      api
        .call('payment/new', { serviceid: service.id, amt, mode: 'Online' }, shop.me)
        .then(({ status, error }) => [status, error]);
    expect(await pay(10)).toEqual([404, `there is no service ${service.id}`]);
    await api.ok('payment/cancel', { id, reason: 'bounced' }, shop.me);
    expect(await pay(500)).toEqual([
      409,
      `amt: service ${service.id} is deleted and owes 499.00; the payment must not exceed that`,
    ]);
    expect((await pay(499))[0]).toBe(200);
    expect(await invoicesOf(service)).toEqual(['499.00 Y']);
    expect((await service.act('renew')).status).toBe(404);
  });

  it('is reversed and paid once by concurrent calls', async () => {
    const { service, id } = await gone();
    const cancels = await Promise.all(
      [1, 2, 3].map(() => api.call('payment/cancel', { id, reason: 'bounced' }, shop.me)),
    );
    expect(cancels.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const pays = await Promise.all(
      [1, 2].map(() => api.call('payment/new', { serviceid: service.id, amt: 499, mode: 'Online' }, shop.me)),
    );
    expect(pays.map(({ status }) => status === 200)).toContain(true);
    expect(pays.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await closing(service)).toBe('0.00');
  });
});
