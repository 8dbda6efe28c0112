import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startApi } from '../../fixtures/api.ts';
import { booksHold } from '../../fixtures/books.ts';
import { Shop, type Subscriber } from '../../fixtures/subscriber.ts';

const api = await startApi();
booksHold(api);
let shop: Shop;
beforeAll(async () => {
  shop = await Shop.open(api);
});
beforeEach(() => shop.day('2026-03-10'));

const remove = async ({ id }: Subscriber) => {
  const { status, error, result } = await api.call('service/delete', { serviceid: id }, shop.me);
  return [status, error ?? result];
};
const invoicesOf = async (service: Subscriber) =>
  (await service.invoices()).map(({ total, paid }) => `${total} ${paid}`);
const walletOf = async (resellerid: number) => {
  const [row] = await api.ok<Record<string, string>[]>('reseller/list', { resellerid }, shop.me);
  return row?.wallet;
};
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

  it('is listed, shown and taken back as if it were still there', async () => {
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
    await shop.until('2026-04-20');
    expect(await closing(service)).toBe('499.00');
  });

  it('is taken back by those only who could see the service', async () => {
    const { id } = await gone();
    const stranger = await shop.user({ resellerid: await shop.reseller({ payment_by: 'Reseller' }) });
    const elsewhere = await shop.user({ groupname: 'Employee', resellerid: 0, lc: '', slc: '', roles: 'Support' });
    expect((await api.call('payment/cancel', { id, reason: 'mine' }, stranger)).status).toBe(404);
    expect((await api.call('payment/cancel', { id, reason: 'mine' }, elsewhere)).status).toBe(403);
  });

  it('that is owed again can be paid, up to what is owed', async () => {
    const { service, id } = await gone();
    const pay = (amt: number) =>
      api
        .call('payment/new', { serviceid: service.id, amt, mode: 'Online' }, shop.me)
        .then(({ status, error }) => [status, error]);
    expect(await pay(10)).toEqual([404, `no service ${service.id}`]);
    await api.ok('payment/cancel', { id, reason: 'bounced' }, shop.me);
    expect(await pay(500)).toEqual([
      409,
      `amt: service ${service.id} is deleted and owes 499.00; a payment of it must not be more`,
    ]);
    expect((await pay(499))[0]).toBe(200);
    expect(await invoicesOf(service)).toEqual(['499.00 Y']);
    expect((await service.act('renew')).status).toBe(404);
  });

  it('is taken back and paid once, however many ask', async () => {
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
