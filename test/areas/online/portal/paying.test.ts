import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { settleOrder } from '../../../../src/areas/online/orders/settle.ts';
import { AT_AN_ADDRESS } from '../../../../src/areas/online/orders/vocabulary.ts';
import { GatewaySimulator } from '../../../../src/demo/gateway-simulator/simulator.ts';
import { startApi } from '../../../fixtures/api.ts';
import type { Browser } from '../../../fixtures/browser.ts';
import { addGateway } from '../../../fixtures/payment-providers.ts';
import type { Tenant } from '../../../fixtures/tenants.ts';
import { addSubscriber, type Own, pay, portalBrowser, portalTenant, signedIn } from './portal-user.ts';

const simulator = new GatewaySimulator();
await simulator.listen(0);
afterAll(() => simulator.close());
const PROXY = '127.0.0.1/32';
const api = await startApi({ GATEWAY_SIMULATOR_URL: simulator.url, TRUSTED_PROXIES: PROXY });

let tenant: Tenant;
let gatewayid: number;
let own: Own;
let browser: Browser;
beforeAll(async () => {
  tenant = await portalTenant(api);
  gatewayid = await addGateway(api, tenant.me);
  own = await addSubscriber(api, tenant);
  await pay(api, tenant, own.serviceid, 499);
  browser = await signedIn(api, tenant, own);
});

interface ToPay {
  readonly amount: string;
  readonly now: boolean;
  readonly online: { readonly gateways: { gatewayid: number; provider: string }[]; readonly max: string } | null;
}
const toPay = (of = own, by = browser) => by.ok<ToPay>('portal.to_pay', { serviceid: of.serviceid });
const begin = (amt: string, more: object = {}) =>
  browser.call('portal.pay', { serviceid: own.serviceid, amt, gatewayid, ...more });
const orders = (of: Own) =>
  api.db.prisma.paymentOrder.findMany({ where: { customerId: of.customerid }, orderBy: { id: 'asc' } });
const refused = (reason: string) => ({ status: 409, message: expect.stringContaining(`${reason}: `) });

describe('a subscriber pays on the Internet', () => {
  it('what the next period costs: the payment is booked, and he is told', async () => {
    expect(await toPay()).toMatchObject({
      amount: '499.00',
      online: { gateways: [{ gatewayid, provider: 'Razorpay' }], max: '5988.00' },
    });
    expect(await browser.ok('portal.last_payment')).toBeNull();
    const { data } = await begin('499.00');
    const [order] = await orders(own);
    expect(order).toMatchObject({ purpose: 'Advance', returnPath: `/my/${tenant.ispid}/pay` });
    expect(await browser.ok('portal.last_payment')).toMatchObject({
      status: 'Open',
      amt: '499.00',
      ...(data as object),
    });
    simulator.book.pay(order?.providerOrderId ?? '');
    await settleOrder(api.kernel, order?.id ?? 0, new AbortController().signal);
    expect(await browser.ok('portal.last_payment')).toMatchObject({ status: 'Paid', pay_url: null });
    expect(await toPay()).toMatchObject({ amount: '0.00', online: { max: '5489.00' } });
    const [event] = await api.ok<object[]>('audit/list', { procedure: 'portal.pay', rows_limit: 1 }, tenant.me);
    expect(event).toMatchObject({ username: `subscriber ${own.username}`, via: 'subscriber' });
  });

  it('not more than a year of it, not less than 1.00, and only by a gateway that is offered', async () => {
    const before = (await orders(own)).length;
    for (const amt of ['0.00', '0.99', '6000.00'])
      expect(await begin(amt)).toMatchObject({ status: 400, message: expect.stringMatching(/^amt: must be /) });
    const other = await portalTenant(api);
    const theirs = await addGateway(api, other.me);
    expect(await begin('10.00', { gatewayid: theirs })).toMatchObject(refused('offer'));
    expect(await orders(own)).toHaveLength(before);
  });

  it('ten times an hour with all his services, even at the same moment; the same payment again is the same order', async () => {
    const eager = await addSubscriber(api, tenant);
    const second = await addServiceOf(eager);
    const theirs = await signedIn(api, tenant, eager);
    const order = (amt: number, serviceid = eager.serviceid) =>
      theirs.call('portal.pay', { serviceid, gatewayid, amt: amt.toFixed(2) });
    const [first, again] = [await order(1), await order(1)];
    expect(again.data).toEqual(first.data);
    const answers = await Promise.all([2, 3, 4, 5, 6, 7].flatMap((amt) => [order(amt), order(amt, second)]));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(9);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(3);
    expect(await orders(eager)).toHaveLength(10);
    expect(await order(1)).toMatchObject({ status: 200 });
    await api.ok('payment/order/create', { serviceid: second, purpose: 'Advance', amt: 9 }, tenant.me);
  });

  it('not where there is no gateway, or the reseller collects himself', async () => {
    const none = await portalTenant(api);
    const poor = await addSubscriber(api, none);
    const theirs = await signedIn(api, none, poor);
    expect(await toPay(poor, theirs)).toMatchObject({ online: null });
    await addGateway(api, none.me);
    expect(await toPay(poor, theirs)).toMatchObject({ online: { max: '5988.00' } });
    await api.ok('reseller/update', { resellerid: none.resellerid, payment_by: 'Reseller' }, none.me);
    expect(await toPay(poor, theirs)).toMatchObject({ online: null });
    const order = { serviceid: poor.serviceid, amt: '499.00', gatewayid };
    expect(await theirs.call('portal.pay', order)).toMatchObject(refused('offer'));
  });

  it('postpaid only what is owed, and a deleted service not at all', async () => {
    const postpaid = await addSubscriber(api, tenant, { prepaid_postpaid: 'Postpaid' });
    const theirs = await signedIn(api, tenant, postpaid);
    expect(await toPay(postpaid, theirs)).toMatchObject({ online: null });
    await api.ok('service/action', { serviceid: postpaid.serviceid, action: 'renew' }, tenant.me);
    const { amount, online } = await toPay(postpaid, theirs);
    expect(online?.max).toBe(amount);
    const order = (amt: string) => theirs.call('portal.pay', { serviceid: postpaid.serviceid, amt, gatewayid });
    const range = `amt: must be from 1.00 to ${amount}`;
    expect(await order((Number(amount) + 1).toFixed(2))).toMatchObject({ status: 400, message: range });
    expect(await order(amount)).toMatchObject({ status: 200 });
    expect(await orders(postpaid)).toMatchObject([{ purpose: 'Dues' }]);
    await api.db.prisma.service.update({ where: { id: postpaid.serviceid }, data: { deletedAt: new Date() } });
    expect(await order('50.00')).toMatchObject({ status: 404 });
  });

  async function addServiceOf({ customerid }: Own): Promise<number> {
    const another = await addSubscriber(api, tenant);
    await api.db.prisma.service.update({ where: { id: another.serviceid }, data: { customerId: customerid } });
    return another.serviceid;
  }
});

describe('somebody at the address of an open session', () => {
  it('pays what is owed now and no other amount, and never learns who owes it', async () => {
    const late = await addSubscriber(api, tenant);
    await online(late, '10.40.0.1');
    const visitor = portalBrowser(api, { 'x-forwarded-for': '10.40.0.1' });
    const { ispid } = tenant;
    const { to_pay } = await visitor.ok<{ to_pay: ToPay }>('portal.here', { ispid });
    expect(to_pay).toMatchObject({ amount: '499.00', now: true, online: { max: '499.00' } });
    const begun = await visitor.ok<{ pay_url: string }>('portal.pay_here', { ispid, gatewayid, amt: '499.00' });
    const page = await (await fetch(`${api.url}${new URL(begun.pay_url).pathname}`)).text();
    expect(page).toContain('₹499.00');
    expect(page).not.toContain(late.username);
    expect(await visitor.call('portal.pay_here', { ispid, gatewayid, amt: '1.00' })).toMatchObject(refused('seen'));
    const [order] = await orders(late);
    expect(order).toMatchObject({ createdBy: `subscriber ${AT_AN_ADDRESS}`, returnPath: `/my/${ispid}` });
    // The one who signs in has an order of his own, which names him.
    const theirs = await signedIn(api, tenant, late);
    await theirs.ok('portal.pay', { serviceid: late.serviceid, amt: '499.00', gatewayid });
    expect(await orders(late)).toHaveLength(2);
    const [event] = await api.ok<object[]>('audit/list', { procedure: 'portal.pay_here', rows_limit: 1 }, tenant.me);
    expect(event).toMatchObject({ username: `subscriber ${AT_AN_ADDRESS}`, via: 'subscriber' });
  });

  it('pays nothing in advance, nothing from elsewhere, and nothing that another site asks for', async () => {
    const { ispid } = tenant;
    const ahead = await addSubscriber(api, tenant);
    await pay(api, tenant, ahead.serviceid, 499);
    await online(ahead, '10.40.0.2');
    const wanted = { ispid, gatewayid, amt: '499.00' };
    const at = (address: string, headers = {}) => portalBrowser(api, { 'x-forwarded-for': address, ...headers });
    expect(await at('10.40.0.2').call('portal.pay_here', wanted)).toMatchObject(refused('offer'));
    expect(await at('10.40.0.9').call('portal.pay_here', wanted)).toMatchObject({ status: 404 });
    const foreign = at('10.40.0.2', { origin: 'https://elsewhere.example' });
    expect(await foreign.call('portal.pay_here', wanted)).toMatchObject({ status: 403 });
    expect(await orders(ahead)).toEqual([]);
  });

  it('sees what is owed, and pays nothing, where only a password opens the pages', async () => {
    const strict = await portalTenant(api, { portal: 'Password' });
    const gateway = await addGateway(api, strict.me);
    const late = await addSubscriber(api, strict);
    await online(late, '10.40.0.3', strict);
    const visitor = portalBrowser(api, { 'x-forwarded-for': '10.40.0.3' });
    const { ispid } = strict;
    expect(await visitor.ok('portal.here', { ispid })).toMatchObject({ to_pay: { amount: '499.00', online: null } });
    const wanted = { ispid, gatewayid: gateway, amt: '499.00' };
    expect(await visitor.call('portal.pay_here', wanted)).toMatchObject(refused('offer'));
  });

  async function online({ serviceid, username }: Own, ip: string, of = tenant): Promise<void> {
    const at = new Date();
    const where = { nasId: of.nasid, nasIp: '127.0.0.1', acctSessionId: ip, startedAt: at, updatedAt: at, ip };
    const whose = { ispId: of.ispid, resellerId: of.resellerid, serviceId: serviceid, username };
    await api.db.prisma.session.create({ data: { ...whose, ...where } });
  }
});
