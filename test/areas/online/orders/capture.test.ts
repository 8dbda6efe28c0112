import { beforeAll, describe, expect, it } from 'vitest';
import { settleOrder } from '../../../../src/areas/online/orders/settle.ts';
import { verifyLedgerAfterAll } from '../../../fixtures/ledger.ts';
import { Shop } from '../../../fixtures/subscriber.ts';
import { OnlinePayments } from './online-payments.ts';

const online = await OnlinePayments.open();
verifyLedgerAfterAll(online.api);

let shop: Shop;
let gateway: number;
beforeAll(async () => {
  shop = await Shop.open(online.api, { on: '2026-03-10' });
  gateway = await online.gateway(shop, 'razorpay');
});

describe('an order', () => {
  it('is opened at the provider for an exact amount, and has an address', async () => {
    const subscriber = await shop.subscribe();
    const order = await online.order(shop, subscriber, '499.50');
    expect(order).toMatchObject({ amt: '499.50', currency: 'INR', provider: 'Razorpay', key_id: 'rzp_test_simulator' });
    expect(order.pay_url).toMatch(/^http:\/\/pay\.test\/pay\/\d+-[\w-]{22}$/);
    expect(online.simulator.book.order(order.order_no)).toMatchObject({ minor: 49_950, currency: 'INR' });
    expect(await online.settle(order)).toBe('Open');
  });

  it('is for what is owed, if no amount is given', async () => {
    const subscriber = await shop.subscribe({ prepaid_postpaid: 'Postpaid' });
    await shop.advance();
    await online.api.ok('service/action', { serviceid: subscriber.id, action: 'bill' }, shop.me);
    const { os_amt } = await subscriber.shown();
    expect(Number(os_amt)).toBeGreaterThan(0);
    const order = await online.api.ok('payment/order/create', { serviceid: subscriber.id, purpose: 'Dues' }, shop.me);
    expect(order).toMatchObject({ amt: os_amt });
  });

  it('that is open is used again, and there are at most ten', async () => {
    const subscriber = await shop.subscribe();
    const first = await online.order(shop, subscriber, '10.00');
    expect((await online.order(shop, subscriber, '10.00')).id).toBe(first.id);
    for (let amt = 11; amt <= 19; amt++) await online.order(shop, subscriber, `${amt}.00`);
    expect(await online.tryOrder(shop, subscriber, { amt: '20.00' })).toMatchObject({ status: 429 });
  });

  it('that is paid becomes a payment of nobody, by which the service goes on', async () => {
    const subscriber = await shop.subscribe({ prepaid_postpaid: 'Prepaid' });
    await subscriber.dialIn();
    const order = await online.order(shop, subscriber, '499.00');
    const paid = online.pay(order);
    expect(await online.settle(order)).toBe('Paid');
    const [row] = await online.api.ok<object[]>('payment/list', { serviceid: subscriber.id }, shop.me);
    expect(row).toMatchObject({
      ...{ amt: '499.00', mode: 'Online', ref_no: paid.id, payment_date: '2026-03-10', status: 'Paid' },
      ...{ collected_by: null, created_by: 'payment gateway' },
    });
    expect((await subscriber.shown()).status).toBe('Active');
    // As after a payment at the counter: the live session gets what the service is entitled to now.
    expect(await subscriber.effects()).toEqual(['session_refresh']);
    expect(await online.shown(shop, order)).toBe('Paid 499.00 0.00');
  });

  it('is in the audit of its ISP as a change of the gateway', async () => {
    const subscriber = await shop.subscribe();
    const order = await online.order(shop, subscriber, '5.00');
    online.pay(order);
    await online.settle(order);
    const [event] = await online.api.ok<object[]>('audit/list', { procedure: 'order.settle', rows_limit: 1 }, shop.me);
    expect(event).toMatchObject({ username: 'payment gateway', target: `id=${order.id}` });
    const audited = await online.api.db.prisma.auditEvent.count();
    await online.settle(order);
    expect(await online.api.db.prisma.auditEvent.count()).toBe(audited);
  });

  it('that is paid in part, or more than once, is recorded as it was paid', async () => {
    const subscriber = await shop.subscribe();
    const order = await online.order(shop, subscriber, '100.00');
    online.pay(order, { minor: 4_000 });
    expect(await online.settle(order)).toBe('Paid');
    online.pay(order);
    expect(await online.settle(order)).toBe('Paid');
    expect(await online.payments(subscriber)).toEqual(['40.00 Paid', '100.00 Paid']);
    const [row] = await online.api.ok<object[]>('payment/order/list', { id: order.id }, shop.me);
    expect(row).toMatchObject({ problem: '140.00 was paid instead of 100.00' });
  });

  it('that is paid in another currency is held for the staff', async () => {
    const subscriber = await shop.subscribe();
    const order = await online.order(shop, subscriber, '100.00');
    online.pay(order, { currency: 'USD' });
    expect(await online.settle(order)).toBe('Held');
    expect(await online.payments(subscriber)).toEqual([]);
    expect(
      await online.api.ok('payment/order/refund', { id: order.id, reason: 'wrong currency' }, shop.me),
    ).toMatchObject({ status: 'Accepted', amt: '100.00' });
    expect(await online.shown(shop, order)).toBe('Refunded 100.00 100.00');
  });

  it('that is paid after its time, or after its service was deleted, is recorded all the same', async () => {
    const subscriber = await shop.subscribe();
    const order = await online.order(shop, subscriber, '100.00');
    const begun = online.api.clock.now();
    online.api.clock.at = new Date(begun.getTime() + 2 * 3_600_000);
    expect(await online.settle(order)).toBe('Expired');
    await online.api.ok('service/delete', { serviceid: subscriber.id }, shop.me);
    online.pay(order);
    expect(await online.settle(order)).toBe('Paid');
    expect(await online.payments(subscriber)).toEqual(['100.00 Paid']);
    online.api.clock.at = begun;
  });

  it('credits the wallet of the franchisee, since the ISP has the money', async () => {
    const resellerid = await shop.franchisee(100);
    const subscriber = await shop.subscribe({}, resellerid);
    const order = await online.order(shop, subscriber, '50.00');
    online.pay(order);
    await online.settle(order);
    const posted = (await subscriber.ledger()).filter((line) => line.startsWith('payment'));
    expect(posted).toEqual([
      'payment bank 50.00',
      'payment service -50.00',
      'payment franchisee_clearing 50.00',
      'payment wallet -50.00',
    ]);
    const staff = await shop.user({ resellerid });
    const [payment] = await online.api.ok<{ id: string }[]>('payment/list', { serviceid: subscriber.id }, shop.me);
    const cancelling = { id: payment?.id ?? '', reason: 'mine now' };
    expect(await online.api.call('payment/cancel', cancelling, staff)).toMatchObject({ status: 403 });
  });

  it('is refused where the ISP does not collect, without a gateway, and for an amount that is none', async () => {
    const resellerid = await shop.reseller({ payment_by: 'Reseller' });
    const other = await shop.subscribe({}, resellerid);
    expect(await online.tryOrder(shop, other, { amt: '1.00' })).toMatchObject({ status: 403 });
    const subscriber = await shop.subscribe();
    expect(await online.tryOrder(shop, subscriber, { amt: '0.00' })).toMatchObject({ status: 400 });
    expect(await online.tryOrder(shop, subscriber, {})).toMatchObject({ status: 400 });
    expect(await online.tryOrder(shop, subscriber, { purpose: 'Dues' })).toMatchObject({ status: 409 });
    expect(await online.tryOrder(shop, subscriber, { amt: '1.00', gatewayid: 999 })).toMatchObject({ status: 404 });
    await online.api.ok('payment/gateway/update', { id: gateway, active: 'N' }, shop.me);
    expect(await online.tryOrder(shop, subscriber, { amt: '1.00' })).toMatchObject({ status: 409 });
    await online.api.ok('payment/gateway/update', { id: gateway, active: 'Y' }, shop.me);
  });

  it('that the provider refuses, or does not answer, has failed', async () => {
    const subscriber = await shop.subscribe();
    expect(await online.tryOrder(shop, subscriber, { amt: '0.50' })).toMatchObject({
      status: 409,
      error: 'Razorpay refused: the amount is less than minimum',
    });
    online.simulator.mood.interface = 'away';
    expect(await online.tryOrder(shop, subscriber, { amt: '1.00' })).toMatchObject({ status: 503 });
    online.simulator.mood.interface = 'well';
    const rows = await online.api.ok<{ status: string }[]>('payment/order/list', { serviceid: subscriber.id }, shop.me);
    expect(rows.map(({ status }) => status)).toEqual(['Failed', 'Failed']);
  });

  it('is recorded once by twelve who bring the news at once', async () => {
    const subscriber = await shop.subscribe();
    const order = await online.order(shop, subscriber, '70.00');
    online.pay(order);
    const all = Array.from({ length: 12 }, () =>
      settleOrder(online.api.kernel, order.id, new AbortController().signal),
    );
    expect(new Set(await Promise.all(all))).toEqual(new Set(['Paid']));
    expect(await online.payments(subscriber)).toEqual(['70.00 Paid']);
  });
});
