import { beforeAll, describe, expect, it } from 'vitest';
import { reconcileOrders } from '../../../src/areas/online/orders/reconcile.ts';
import { SIMULATOR_KEYS } from '../../../src/demo/gateway-simulator/keys.ts';
import { returnFields } from '../../../src/demo/gateway-simulator/razorpay.ts';
import { signStripe } from '../../../src/demo/gateway-simulator/stripe.ts';
import { OnlinePayments, type Opened } from '../../areas/online/orders/online-payments.ts';
import { verifyLedgerAfterAll } from '../../fixtures/ledger.ts';
import { Shop, type Subscriber } from '../../fixtures/subscriber.ts';

const online = await OnlinePayments.open();
verifyLedgerAfterAll(online.api);
const { simulator } = online;

const shops: Record<'razorpay' | 'stripe', { shop: Shop; hook: string }> = {} as never;
beforeAll(async () => {
  for (const provider of ['razorpay', 'stripe'] as const) {
    const shop = await Shop.open(online.api, { on: '2026-03-10' });
    const hook = await online.notificationUrl(shop, await online.gateway(shop, provider));
    shops[provider] = { shop, hook };
    simulator.notificationUrls[provider] = hook;
  }
});

async function ordered(
  provider: 'razorpay' | 'stripe',
  amt: string,
): Promise<{ subscriber: Subscriber; order: Opened }> {
  const { shop } = shops[provider];
  const subscriber = await shop.subscribe();
  return { subscriber, order: await online.order(shop, subscriber, amt) };
}

const post = (url: string, body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) =>
  fetch(url, { method: 'POST', body, headers, redirect: 'manual' });

describe.each(['razorpay', 'stripe'] as const)('notifications of %s', (provider) => {
  it('that come thrice and in the wrong order record a payment once, before they are answered', async () => {
    const { subscriber, order } = await ordered(provider, '120.00');
    const statuses = await simulator.tell(online.pay(order), 'captured');
    expect(statuses.length).toBeGreaterThanOrEqual(3);
    expect(await online.payments(subscriber)).toEqual(['120.00 Paid']);
    // Some may be asked to come again, none is refused.
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(0);
    expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([]);
  });

  it('tell of refunds and disputes', async () => {
    const { shop } = shops[provider];
    const { order } = await ordered(provider, '90.00');
    const payment = online.pay(order);
    await simulator.tell(payment, 'captured');
    simulator.book.refund(payment.id, 1_000);
    await simulator.tell(payment, 'refunded');
    expect(await online.shown(shop, order)).toBe('PartlyRefunded 90.00 10.00');
    const dispute = simulator.book.dispute(payment.id);
    await simulator.tell(payment, 'disputed');
    expect(await online.shown(shop, order)).toBe('Disputed 90.00 10.00');
    dispute.outcome = 'lost';
    await simulator.tell(payment, 'dispute decided');
    expect(await online.shown(shop, order)).toBe('ChargedBack 90.00 90.00');
  });

  it('are noted while the provider itself does not answer, and settled later', async () => {
    const { subscriber, order } = await ordered(provider, '66.00');
    const [notification] = simulator.notificationsOf(online.pay(order), 'captured');
    simulator.mood.interface = 'away';
    expect(await simulator.send(shops[provider].hook, notification as never)).toBe(200);
    simulator.mood.interface = 'well';
    expect(await online.payments(subscriber)).toEqual([]);
    const begun = online.api.clock.now();
    online.api.clock.at = new Date(begun.getTime() + 61_000);
    await reconcileOrders(online.api.kernel, new AbortController().signal);
    online.api.clock.at = begun;
    expect(await online.payments(subscriber)).toEqual(['66.00 Paid']);
  });

  it('are refused if they are forged, changed, or signed for another gateway', async () => {
    const { subscriber, order } = await ordered(provider, '50.00');
    const [genuine] = simulator.notificationsOf(online.pay(order), 'captured');
    if (!genuine) throw new Error('no notification');
    const { hook, shop } = shops[provider];
    expect((await post(hook, genuine.body)).status).toBe(400);
    expect((await post(hook, `${genuine.body} `, genuine.headers)).status).toBe(400);
    expect((await post(`${hook}x`, genuine.body, genuine.headers)).status).toBe(404);
    expect((await post(hook.replace(/.$/, 'A'), genuine.body, genuine.headers)).status).toBeGreaterThanOrEqual(400);
    // Another gateway of the same secret does not know the order; one of another secret refuses it.
    const twin = await online.notificationUrl(shop, await online.gateway(shop, provider, { active: 'N' }));
    expect(await (await post(twin, genuine.body, genuine.headers)).text()).toBe('This order is unknown here.\n');
    const stranger = await online.gateway(shop, provider, { active: 'N', webhook_secret: 'another' });
    const url = await online.notificationUrl(shop, stranger);
    expect((await post(url, genuine.body, genuine.headers)).status).toBe(400);
    const unsigned = await online.notificationUrl(shop, await online.gateway(shop, provider, { webhook_secret: '' }));
    expect((await post(unsigned, genuine.body, genuine.headers)).status).toBe(400);
    expect(simulator.calls.filter((call) => call.includes(order.order_no))).toEqual([]);
    expect(await online.payments(subscriber)).toEqual([]);
  });

  it('need no database before their signature is found genuine', async () => {
    const { shop } = shops[provider];
    const id = await online.gateway(shop, provider, { active: 'N' });
    const hook = await online.notificationUrl(shop, id);
    const { pool } = online.api.db;
    const { query } = pool;
    let queries = 0;
    pool.query = ((...args: [{ values?: unknown[] }]) => {
      if (args[0].values?.includes(id)) queries += 1;
      return Reflect.apply(query, pool, args);
    }) as typeof pool.query;
    const forged = await Promise.all(Array.from({ length: 50 }, () => post(hook, 'forged')));
    pool.query = query;
    expect(forged.every(({ status }) => status === 400)).toBe(true);
    // The gateway itself, once for all of them.
    expect(queries).toBe(1);
  });

  it('of more than 256 KB are refused', async () => {
    expect((await post(shops[provider].hook, 'x'.repeat(300_000))).status).toBe(413);
  });
});

it('a notification of Stripe older than five minutes is refused', async () => {
  const { order } = await ordered('stripe', '20.00');
  const [notification] = simulator.notificationsOf(online.pay(order), 'captured');
  const { body } = notification ?? { body: '' };
  const signed = (age: number) => ({
    'stripe-signature': signStripe(SIMULATOR_KEYS.stripe.webhookSecret, body, simulator.book.seconds() - age),
  });
  expect((await post(shops.stripe.hook, body, signed(301))).status).toBe(400);
  expect((await post(shops.stripe.hook, body, signed(-301))).status).toBe(400);
  expect((await post(shops.stripe.hook, body, signed(299))).status).toBe(200);
});

describe('a payer', () => {
  it('of Razorpay pays by a form, comes back, and sees that it is paid', async () => {
    const { subscriber, order } = await ordered('razorpay', '75.00');
    const page = await fetch(online.reachable(order.pay_url));
    const html = await page.text();
    expect(page.headers.get('content-security-policy')).toContain(`form-action ${simulator.url} `);
    expect(html).toContain(`action="${simulator.url}/razorpay/v1/checkout/embedded"`);
    expect(html).toContain(`name="order_id" value="${order.order_no}"`);
    const back = new URLSearchParams(returnFields(online.pay(order)));
    const returned = await post(online.reachable(`${order.pay_url}/return`), String(back), FORM);
    expect([returned.status, returned.headers.get('location')]).toEqual([303, `${order.pay_url}?returned`]);
    expect(await online.payments(subscriber)).toEqual(['75.00 Paid']);
    const after = await (await fetch(online.reachable(`${order.pay_url}?returned`))).text();
    expect(after).toContain('We have received this payment.');
  });

  it('of Stripe is led to Stripe’s page, and back', async () => {
    const { subscriber, order } = await ordered('stripe', '75.00');
    const html = await (await fetch(online.reachable(order.pay_url))).text();
    expect(html).toContain(`<a class="pay" href="${order.checkout_url}">`);
    const paid = await post(order.checkout_url ?? '', 'how=pay', FORM);
    const back = online.reachable(paid.headers.get('location') ?? '');
    expect((await fetch(back, { redirect: 'manual' })).headers.get('location')).toBe(`${order.pay_url}?returned`);
    expect(await online.payments(subscriber)).toEqual(['75.00 Paid']);
  });

  it('who only says so has not paid', async () => {
    const { subscriber, order } = await ordered('razorpay', '75.00');
    const other = await ordered('razorpay', '1.00');
    const fields = returnFields(online.pay(other.order));
    for (const forged of [fields, { ...fields, razorpay_order_id: order.order_no }, {}]) {
      const answer = await post(online.reachable(`${order.pay_url}/return`), String(new URLSearchParams(forged)), FORM);
      expect(answer.headers.get('location')).toBe(order.pay_url);
    }
    expect(simulator.calls.filter((call) => call.includes(order.order_no))).toEqual([]);
    expect(await online.payments(subscriber)).toEqual([]);
  });

  it('guesses no address', async () => {
    const { order } = await ordered('razorpay', '75.00');
    const guessed = [`/pay/${order.id}`, `/pay/${order.id}-${'A'.repeat(22)}`, '/pay/1', '/pay/x/return'];
    for (const path of guessed) expect((await fetch(online.api.url + path)).status).toBe(404);
  });

  it('who comes back together with notifications and the job pays once', async () => {
    const { shop } = shops.razorpay;
    const { subscriber, order } = await ordered('razorpay', '88.00');
    const payment = online.pay(order);
    await online.api.db.prisma.paymentOrder.update({ where: { id: order.id }, data: { checkAt: new Date(0) } });
    const back = () =>
      post(online.reachable(`${order.pay_url}/return`), String(new URLSearchParams(returnFields(payment))), FORM);
    await Promise.all([
      ...[back(), simulator.tell(payment, 'captured'), back()],
      reconcileOrders(online.api.kernel, new AbortController().signal),
      online.api.call('payment/order/check', { id: order.id }, shop.me),
    ]);
    expect(await online.payments(subscriber)).toEqual(['88.00 Paid']);
    expect(await online.shown(shop, order)).toBe('Paid 88.00 0.00');
  });
});

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
