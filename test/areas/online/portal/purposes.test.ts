import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { settleOrder } from '../../../../src/areas/online/orders/settle.ts';
import { GatewaySimulator } from '../../../../src/demo/gateway-simulator/simulator.ts';
import { startApi } from '../../../fixtures/api.ts';
import type { Browser } from '../../../fixtures/browser.ts';
import { addGateway } from '../../../fixtures/payment-providers.ts';
import { linesOf } from '../../../fixtures/pdf-text.ts';
import type { Tenant } from '../../../fixtures/tenants.ts';
import {
  addSubscriber,
  OWN_PASSWORD,
  type Own,
  pay,
  portalBrowser,
  portalTenant,
  seen,
  signedIn,
} from './portal-user.ts';

const simulator = new GatewaySimulator();
await simulator.listen(0);
afterAll(() => simulator.close());
const api = await startApi({ GATEWAY_SIMULATOR_URL: simulator.url });

const DAY = 86_400_000;
let tenant: Tenant;
let gatewayid: number;
let topup: number;
let own: Own;
let browser: Browser;
beforeAll(async () => {
  tenant = await portalTenant(api, { taxes: 'CGST:9,SGST:9' });
  const { me, resellerid } = tenant;
  gatewayid = await addGateway(api, me);
  topup = await api.ok<number>('topupplan/create', { resellerid, name: '5 GB', gb: 5, amt: 50, type: 'Expiring' }, me);
});
beforeEach(async () => {
  api.clock.at = new Date();
  own = await addSubscriber(api, tenant);
  await pay(api, tenant, own.serviceid, 600);
  browser = await signedIn(api, tenant, own);
});

/** Signed in again, since sessions end. */
async function again(): Promise<Browser> {
  const next = portalBrowser(api);
  await next.ok('portal.sign_in', { ispid: tenant.ispid, username: own.username, password: OWN_PASSWORD });
  return next;
}

const service = () => api.db.prisma.service.findUniqueOrThrow({ where: { id: own.serviceid } });
const order = () =>
  api.db.prisma.paymentOrder.findFirstOrThrow({ where: { serviceId: own.serviceid }, orderBy: { id: 'desc' } });
const begin = async (topup_planid: number | null, subplanid: number | null = null) =>
  browser.call('portal.pay_for', { ...(await seen(browser, own.serviceid)), topup_planid, subplanid, gatewayid });
const topups = () => api.db.prisma.topup.findMany({ where: { serviceId: own.serviceid } });
const listed = async () =>
  (await api.ok<object[]>('payment/order/list', { serviceid: own.serviceid }, tenant.me)).at(-1);
const lastPayment = () => browser.ok('portal.last_payment');

/** The provider takes the money, and three bring the news at once. */
async function paid(minor?: number): Promise<void> {
  const { id, providerOrderId } = await order();
  simulator.book.pay(providerOrderId ?? '', minor === undefined ? {} : { minor });
  await Promise.all([1, 2, 3].map(() => settleOrder(api.kernel, id, new AbortController().signal)));
}

/** As the receipt of the last payment says it. */
async function paidFor(): Promise<string | undefined> {
  const { id } = await api.db.prisma.payment.findFirstOrThrow({
    ...{ where: { serviceId: own.serviceid }, orderBy: { id: 'desc' } },
  });
  const { result } = await api.call('payment/receipt', { id }, tenant.me);
  return linesOf(result as Buffer)
    .flat()
    .find((line) => line.startsWith('Paid for'));
}

/** The page of a payment, with ordinary spaces. */
const pageOf = async (pay_url: string) =>
  (await (await fetch(`${api.url}${new URL(pay_url).pathname}`)).text()).replaceAll('\u00a0', ' ');

const inWords = (day: Date | null) =>
  new Intl.DateTimeFormat('en-IN', { day: 'numeric', month: 'long', timeZone: 'UTC' }).format(day ?? undefined);

async function isNotDone(amt: string, problem: string): Promise<void> {
  expect(await lastPayment()).toMatchObject({ status: 'Paid', amt, done: false });
  expect(await listed()).toMatchObject({
    ...{ status: 'Paid', fulfilled_at: null },
    problem: `the order was not fulfilled: ${problem}; the money became an advance`,
  });
}

describe('a subscriber pays for a renewal', () => {
  it('what his advance lacks, and it is done with the payment, once', async () => {
    const before = (await service()).validUpto;
    const { pay_url } = (await begin(null)).data as { pay_url: string };
    expect(await order()).toMatchObject({ purpose: 'Renewal', fulfilledAt: null });
    expect((await order()).amt.toFixed(2)).toBe('577.64');
    expect(await lastPayment()).toMatchObject({ status: 'Open', purpose: 'Renewal', done: null });
    await paid();
    const { validUpto, osAmt } = await service();
    expect((validUpto?.getTime() ?? 0) - (before?.getTime() ?? 0)).toBeGreaterThan(27 * DAY);
    expect((validUpto?.getTime() ?? 0) - (before?.getTime() ?? 0)).toBeLessThan(32 * DAY);
    expect(osAmt.toFixed(2)).toBe('0.00');
    expect(await lastPayment()).toMatchObject({ status: 'Paid', done: true });
    expect(await listed()).toMatchObject({ fulfilled_at: expect.any(String), problem: null, purpose: 'Renewal' });
    await settleOrder(api.kernel, (await order()).id, new AbortController().signal);
    expect((await service()).validUpto).toEqual(validUpto);
    expect(await paidFor()).toMatch(/, renewal$/);
    expect(await pageOf(pay_url)).toContain(
      `We have received this payment. Thank you. Renewed until ${inWords(validUpto)}.`,
    );
  });

  it('that the payment itself makes when the last day is over: not twice', async () => {
    api.clock.at = new Date(Date.now() + 40 * DAY);
    browser = await again();
    expect(await begin(null)).toMatchObject({ status: 200 });
    await paid();
    const { validUpto, osAmt, status } = await service();
    expect(status).toBe('Active');
    expect((validUpto?.getTime() ?? 0) - api.clock.now().getTime()).toBeLessThan(32 * DAY);
    expect(osAmt.toFixed(2)).toBe('0.00');
    expect(await lastPayment()).toMatchObject({ status: 'Paid', done: true });
  });

  it('that somebody else has made meanwhile: the money is his advance', async () => {
    await begin(null);
    await pay(api, tenant, own.serviceid, 577.64);
    await api.ok('service/action', { serviceid: own.serviceid, action: 'renew' }, tenant.me);
    const { validUpto } = await service();
    await paid();
    expect((await service()).validUpto).toEqual(validUpto);
    expect((await service()).osAmt.toFixed(2)).toBe('-577.64');
    await isNotDone('577.64', 'the connection has been renewed or changed in the meantime');
  });

  it('whose price has changed, or whose connection was stopped: the money is his advance, also afterwards', async () => {
    await begin(null);
    await api.ok('isp/settings_update', { ispid: tenant.ispid, taxes: 'CGST:6,SGST:6' }, tenant.me);
    const { validUpto } = await service();
    await paid();
    await isNotDone('577.64', 'it now costs 558.88 instead of 588.82');
    await api.ok('isp/settings_update', { ispid: tenant.ispid, taxes: 'CGST:9,SGST:9' }, tenant.me);
    await settleOrder(api.kernel, (await order()).id, new AbortController().signal);
    expect(await service()).toMatchObject({ validUpto });
    expect((await service()).osAmt.toFixed(2)).toBe('-588.82');
    own = await addSubscriber(api, tenant);
    await pay(api, tenant, own.serviceid, 600);
    browser = await signedIn(api, tenant, own);
    await begin(null);
    await api.ok('service/action', { serviceid: own.serviceid, action: 'suspend' }, tenant.me);
    await paid();
    await isNotDone('577.64', 'your provider has stopped this connection');
  });

  it('not with less than it costs', async () => {
    await begin(null);
    await paid(50_000);
    expect(await listed()).toMatchObject({
      problem:
        '500.00 was paid instead of 577.64; the order was not fulfilled: pay 77.64 first; the money became an advance',
    });
    expect((await service()).osAmt.toFixed(2)).toBe('-511.18');
  });

  it('not when nothing is missing, not for what he has not seen, and by the same order again', async () => {
    const looked = await seen(browser, own.serviceid);
    const [first, again] = [await begin(null), await begin(null)];
    expect(again.data).toEqual(first.data);
    await pay(api, tenant, own.serviceid, 1_000);
    const old = await browser.call('portal.pay_for', { ...looked, topup_planid: null, subplanid: null, gatewayid });
    expect(old).toMatchObject({ status: 409, message: expect.stringContaining('seen: ') });
    expect(await begin(null)).toMatchObject({
      status: 409,
      message: expect.stringContaining('offer: this needs no payment'),
    });
    const other = await portalTenant(api);
    const theirs = await addGateway(api, other.me);
    const wanted = { ...(await seen(browser, own.serviceid)), topup_planid: null, subplanid: null, gatewayid: theirs };
    expect(await browser.call('portal.pay_for', wanted)).toMatchObject({ status: 409 });
  });
});

describe('a subscriber pays for a top-up', () => {
  it('what his advance lacks, and it is there with the payment, once', async () => {
    const { pay_url } = (await begin(topup)).data as { pay_url: string };
    expect((await order()).amt.toFixed(2)).toBe('47.82');
    expect(await pageOf(pay_url)).toContain(`5 GB of data for ${own.username}`);
    await paid();
    expect(await pageOf(pay_url)).toContain(`5 GB added until ${inWords((await service()).validUpto)}.`);
    expect(await topups()).toHaveLength(1);
    expect((await service()).osAmt.toFixed(2)).toBe('0.00');
    const upto = (await service()).validUpto?.toISOString().slice(0, 10);
    expect(await lastPayment()).toMatchObject({ status: 'Paid', purpose: 'Topup', done: true, gb: '5.000', upto });
  });

  it('that is sold no more, or with less: the money is his advance', async () => {
    const { me, resellerid } = tenant;
    const fields = { resellerid, name: 'Gone', gb: 9, amt: 50, type: 'Expiring' };
    const gone = await api.ok<number>('topupplan/create', fields, me);
    expect(await begin(gone)).toMatchObject({ status: 200 });
    await api.ok('topupplan/delete', { id: gone }, me);
    await paid();
    await isNotDone('47.82', 'this top-up is no longer offered');
    const less = await api.ok<number>('topupplan/create', { ...fields, name: 'Less', amt: 100 }, me);
    await begin(less);
    await api.ok('topupplan/update', { id: less, gb: 3 }, me);
    await paid();
    expect(await listed()).toMatchObject({
      problem: expect.stringContaining('the top-up now has 3.000 GB instead of 9.000 GB'),
    });
    expect(await topups()).toEqual([]);
  });
});

describe('a subscriber pays for a change of plan', () => {
  let dearer: number;
  beforeAll(async () => {
    const { me, planid } = tenant;
    const fields = { planid, name: 'Double', units: 1, charge1: 'Internet', amt1: 998, portal: 'Y' };
    dearer = await api.ok<number>('plan/subplan_create', fields, me);
  });

  /** The order of a change of 588.82 to 1,177.64, of which an advance of 11.18 pays a part. */
  async function wanted(): Promise<string> {
    const { data } = await begin(null, dearer);
    return (data as { pay_url: string }).pay_url;
  }

  it('what his advance lacks, and it is done with the payment, once', async () => {
    const pay_url = await wanted();
    expect(await order()).toMatchObject({ purpose: 'PlanChange', fulfilledAt: null });
    expect(await pageOf(pay_url)).toContain(`Change of plan for ${own.username}`);
    await paid();
    const { subPlanId, osAmt, validUpto } = await service();
    expect([subPlanId, osAmt.toFixed(2)]).toEqual([dearer, '0.00']);
    const upto = validUpto?.toISOString().slice(0, 10);
    expect(await lastPayment()).toMatchObject({ status: 'Paid', purpose: 'PlanChange', done: true, upto });
    expect(await pageOf(pay_url)).toContain(`Your new plan runs until ${inWords(validUpto)}.`);
    await settleOrder(api.kernel, (await order()).id, new AbortController().signal);
    expect(await service()).toMatchObject({ subPlanId, validUpto });
    expect(await api.db.prisma.planChange.count({ where: { serviceId: own.serviceid } })).toBe(1);
  });

  it('that somebody else has made meanwhile, or that is offered no more: the money is his advance', async () => {
    await wanted();
    const { amt } = await order();
    await pay(api, tenant, own.serviceid, 1_000);
    const { planid, me } = tenant;
    const change = { serviceid: own.serviceid, planid, subplanid: dearer, schedule: 'immediately' };
    await api.ok('service/planchange', change, me);
    const { osAmt } = await service();
    await paid();
    await isNotDone(amt.toFixed(2), 'you already have this plan');
    expect((await service()).osAmt.toFixed(2)).toBe(osAmt.minus(amt).toFixed(2));
  });

  it('whose price is another after midnight: the money is his advance', async () => {
    api.clock.at = new Date(Date.now() + 3 * DAY);
    browser = await again();
    await wanted();
    const { amt } = await order();
    const { subPlanId } = await service();
    api.clock.at = new Date(Date.now() + 4 * DAY);
    await paid();
    expect(await listed()).toMatchObject({ problem: expect.stringMatching(/not fulfilled: it now costs/) });
    expect((await service()).subPlanId).toBe(subPlanId);
    expect((await service()).osAmt.toFixed(2)).toBe(`-${amt.plus('11.18').toFixed(2)}`);
  });

  it('not one and a top-up at once, and none that only the next bill may begin', async () => {
    expect(await begin(topup, dearer)).toMatchObject({
      status: 400,
      message: expect.stringContaining('subplanid: must be null for a top-up'),
    });
    expect(await begin(null, tenant.subplanid)).toMatchObject({
      status: 409,
      message: expect.stringContaining('offer: you already have this plan'),
    });
  });
});
