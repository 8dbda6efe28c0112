import { beforeAll, describe, expect, it } from 'vitest';
import type { SimulatedProvider } from '../../../../src/demo/gateway-simulator/keys.ts';
import { verifyLedgerAfterAll } from '../../../fixtures/ledger.ts';
import { Shop, type Subscriber } from '../../../fixtures/subscriber.ts';
import { OnlinePayments, type Opened } from './online-payments.ts';

const online = await OnlinePayments.open();
verifyLedgerAfterAll(online.api);
const { book, mood } = online.simulator;

async function paidOrder(shop: Shop, amt: string): Promise<{ subscriber: Subscriber; order: Opened; paid: string }> {
  const subscriber = await shop.subscribe();
  const order = await online.order(shop, subscriber, amt);
  const { id: paid } = online.pay(order);
  expect(await online.settle(order)).toBe('Paid');
  return { subscriber, order, paid };
}

describe.each<SimulatedProvider>(['razorpay', 'stripe'])('money that goes back by %s', (provider) => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await Shop.open(online.api, { on: '2026-03-10' });
    await online.gateway(shop, provider);
  });
  const refund = (id: number, more = {}) =>
    online.api.call('payment/order/refund', { id, reason: 'paid twice', ...more }, shop.me);

  it('in part leaves a payment of the rest, of the same day and number', async () => {
    const { subscriber, order, paid } = await paidOrder(shop, '300.00');
    shop.day('2026-03-12');
    expect(await refund(order.id, { amt: '100.00' })).toMatchObject({ result: { status: 'Accepted', amt: '100.00' } });
    shop.day('2026-03-10');
    expect(await online.payments(subscriber)).toEqual(['300.00 Cancelled', '200.00 Paid']);
    const [rest] = await online.api.ok<object[]>('payment/list', { serviceid: subscriber.id, status: 'Paid' }, shop.me);
    expect(rest).toMatchObject({ ref_no: paid, payment_date: '2026-03-10' });
    expect((await subscriber.shown()).os_amt).toBe('-200.00');
    expect(await online.shown(shop, order)).toBe('PartlyRefunded 300.00 100.00');
    expect(await refund(order.id, { amt: '200.01' })).toMatchObject({ status: 409 });
    expect(await refund(order.id)).toMatchObject({ status: 200 });
    expect(await online.payments(subscriber)).toEqual(['300.00 Cancelled', '200.00 Cancelled']);
    expect(await online.shown(shop, order)).toBe('Refunded 300.00 300.00');
    expect(await refund(order.id)).toMatchObject({ status: 409 });
  });

  it('is given back once, however often the call is repeated with its key', async () => {
    const { order, paid } = await paidOrder(shop, '90.00');
    // Without the headers, which have the second of each answer.
    const call = async () => {
      const { status, result, error } = await refund(order.id, { amt: '30.00', idempotency_key: `again-${order.id}` });
      return { status, result, error };
    };
    const answers = [await call(), ...(await Promise.all([call(), call()]))];
    expect(answers).toEqual(Array(3).fill(answers[0]));
    expect(answers[0]).toMatchObject({ result: { status: 'Accepted', amt: '30.00' } });
    expect(book.payment(paid).refunds.map(({ minor }) => minor)).toEqual([3_000]);
  });

  it('is sent once, however often its answer is lost', async () => {
    const { subscriber, order, paid } = await paidOrder(shop, '80.00');
    mood.losesAnswers = true;
    expect(await refund(order.id, { amt: '30.00' })).toMatchObject({ result: { status: 'Requested' } });
    await expect(online.settle(order)).rejects.toThrow('does not answer');
    mood.losesAnswers = false;
    expect(await online.payments(subscriber)).toEqual(['80.00 Paid']);
    expect(await online.settle(order)).toBe('PartlyRefunded');
    expect(book.payment(paid).refunds.map(({ minor }) => minor)).toEqual([3_000]);
    expect(await online.payments(subscriber)).toEqual(['80.00 Cancelled', '50.00 Paid']);
  });

  it('that was given back at the provider is found, and comes back if that fails', async () => {
    const { subscriber, order, paid } = await paidOrder(shop, '80.00');
    const atProvider = book.refund(paid, 8_000);
    expect(await online.settle(order)).toBe('Refunded');
    atProvider.failed = true;
    expect(await online.settle(order)).toBe('Paid');
    expect(await online.payments(subscriber)).toEqual(['80.00 Cancelled', '80.00 Paid']);
  });

  it('after a lost dispute is reversed, and comes again with one that is won after all', async () => {
    const { subscriber, order, paid } = await paidOrder(shop, '60.00');
    const dispute = book.dispute(paid);
    // Razorpay’s disputes are known by its notifications only.
    await online.api.db.prisma.paymentOrder.update({ where: { id: order.id }, data: { disputeIds: [dispute.id] } });
    expect(await online.settle(order)).toBe('Disputed');
    expect(await online.payments(subscriber)).toEqual(['60.00 Paid']);
    dispute.outcome = 'lost';
    expect(await online.settle(order)).toBe('ChargedBack');
    const [cancelled] = await online.api.ok<object[]>('payment/list', { serviceid: subscriber.id }, shop.me);
    expect(cancelled).toMatchObject({ status: 'Cancelled', reason: 'charged back', cancelled_by: 'payment gateway' });
    dispute.outcome = 'won';
    expect(await online.settle(order)).toBe('Paid');
    expect(await online.payments(subscriber)).toEqual(['60.00 Cancelled', '60.00 Paid']);
  });

  it('is the only way back of a payment by a gateway', async () => {
    const { subscriber, order } = await paidOrder(shop, '60.00');
    const [payment] = await online.api.ok<{ id: string }[]>('payment/list', { serviceid: subscriber.id }, shop.me);
    const id = payment?.id ?? '';
    const cancelled = { id, reason: 'given back in cash' };
    expect(await online.api.call('payment/cancel', cancelled, shop.me)).toMatchObject({
      status: 409,
      error: `payment ${id} came by a payment gateway, so it goes back by payment/order/refund`,
    });
    expect(await online.payments(subscriber)).toEqual(['60.00 Paid']);
    expect(await refund(order.id, {})).toMatchObject({ status: 200 });
    expect(await online.payments(subscriber)).toEqual(['60.00 Cancelled']);
  });

  it('counts in the daily limit of who gives it back, with his adjustments', async () => {
    const { subscriber, order } = await paidOrder(shop, '60.00');
    const accounts = await shop.user({ groupname: 'Employee', roles: 'Accounts', resellerid: 0 });
    const settings = (adjust_limit_accounts: string) =>
      online.api.ok('isp/settings_update', { ispid: shop.ispid, adjust_limit_accounts }, shop.me);
    const giveBack = (amt: string) =>
      online.api.call('payment/order/refund', { id: order.id, amt, reason: 'paid twice' }, accounts);
    const adjust = (amt: string) =>
      online.api.call(
        'service/adjust',
        { serviceid: subscriber.id, type: 'Credit', amt, reason: 'outage', tax: 'None' },
        accounts,
      );
    await settings('50');
    expect(await adjust('10.00')).toMatchObject({ status: 200 });
    const above = await giveBack('40.01');
    expect([above.status, above.error]).toEqual([
      409,
      expect.stringMatching(/^amt: .* 50\.00 a day; 40\.00 of it is left, and this is 40\.01$/),
    ]);
    expect(await giveBack('40.00')).toMatchObject({ status: 200 });
    expect(await adjust('0.01')).toMatchObject({ status: 409 });
    await settings('');
    expect(await giveBack('20.00')).toMatchObject({ status: 200 });
  });

  it('counts from the first instant of the day of the ISP to the last', async () => {
    const { subscriber, order } = await paidOrder(shop, '60.00');
    const accounts = await shop.user({ groupname: 'Employee', roles: 'Accounts', resellerid: 0 });
    await online.api.ok('isp/settings_update', { ispid: shop.ispid, adjust_limit_accounts: '50' }, shop.me);
    const given = { id: order.id, amt: '40.00', reason: 'paid twice' };
    expect(await online.api.call('payment/order/refund', given, accounts)).toMatchObject({ status: 200 });
    const { rows } = await online.api.db.pool.query(
      `SELECT (s.day AT TIME ZONE i.timezone) AS first, ((s.day + interval '1 day') AT TIME ZONE i.timezone) AS next
       FROM crm.isp_setting i, LATERAL (SELECT date_trunc('day', $2::timestamptz AT TIME ZONE i.timezone) AS day) s
       WHERE i.isp_id = $1`,
      [shop.ispid, online.api.clock.now()],
    );
    const credit = { serviceid: subscriber.id, type: 'Credit', amt: '10.01', reason: 'outage', tax: 'None' };
    for (const [at, status] of [
      [rows[0].first, 409],
      [rows[0].next, 200],
    ]) {
      await online.api.db.pool.query('UPDATE crm.payment_refund SET created_at = $2 WHERE order_id = $1', [
        order.id,
        at,
      ]);
      expect(await online.api.call('service/adjust', credit, accounts)).toMatchObject({ status });
    }
    await online.api.ok('isp/settings_update', { ispid: shop.ispid, adjust_limit_accounts: '' }, shop.me);
  });

  it('takes a permission of its own', async () => {
    const { order } = await paidOrder(shop, '60.00');
    const support = await shop.user({ roles: 'Support' });
    const asked = { id: order.id, reason: 'x' };
    expect(await online.api.call('payment/order/refund', asked, support)).toMatchObject({ status: 403 });
    expect(await online.api.call('payment/gateway/list', {}, support)).toMatchObject({ status: 403 });
  });
});
