import { expect, it } from 'vitest';
import { verifyLedgerAfterAll } from '../../../fixtures/ledger.ts';
import { Shop } from '../../../fixtures/subscriber.ts';
import { OnlinePayments } from './online-payments.ts';

const online = await OnlinePayments.open();
verifyLedgerAfterAll(online.api);

const checked = (shop: Shop, id: number) => online.api.ok('payment/order/check', { id }, shop.me);

it('a payment that becomes known late takes the late fee back, and is recorded after closed books', async () => {
  const settings = { invoice_due_days: 5, late_fee_amt: 50 };
  const shop = await Shop.open(online.api, { on: '2026-03-10', settings });
  await online.gateway(shop, 'razorpay');
  const subscriber = await shop.subscribe();
  await subscriber.does('invoice');
  shop.day('2026-03-15');
  const order = await online.order(shop, subscriber, '499.00');
  online.pay(order);
  await shop.advanceOn('2026-03-16');
  expect(await subscriber.summary()).toBe('NP 2026-03-10 2026-04-09 549.00');
  shop.day('2026-03-18');
  await online.api.ok('isp/settings_update', { books_closed_upto: '2026-03-16' }, shop.me);
  expect(await online.settle(order)).toBe('Paid');
  expect(await subscriber.summary()).toBe('Active 2026-03-10 2026-04-09 0.00');
  const payments = await online.api.ok<object[]>('payment/list', { serviceid: subscriber.id }, shop.me);
  expect(payments).toMatchObject([{ payment_date: '2026-03-17', status: 'Paid' }]);
});

it('a late payment that goes back opens the invoice again that it had paid, with its late fee', async () => {
  const shop = await Shop.open(online.api, { on: '2026-03-10', settings: { invoice_due_days: 5, late_fee_amt: 50 } });
  await online.gateway(shop, 'razorpay');
  const subscriber = await shop.subscribe();
  await subscriber.does('invoice');
  const invoices = async () => (await subscriber.invoices()).map(({ total, paid }) => `${total} ${paid}`);
  shop.day('2026-03-15');
  const order = await online.order(shop, subscriber, '499.00');
  online.pay(order);
  await shop.advanceOn('2026-03-16');
  shop.day('2026-03-18');
  expect(await online.settle(order)).toBe('Paid');
  expect(await invoices()).toEqual(['499.00 Y']);
  await online.api.ok('payment/order/refund', { id: order.id, reason: 'paid twice' }, shop.me);
  expect(await online.payments(subscriber)).toEqual(['499.00 Cancelled']);
  expect(await subscriber.summary()).toBe('Active 2026-03-10 2026-04-09 549.00');
  expect(await invoices()).toEqual(['499.00 N']);
  await shop.advanceOn('2026-03-19');
  expect(await subscriber.summary()).toBe('NP 2026-03-10 2026-04-09 549.00');
});

it('a check answers with the amounts that the list shows, also of what went back', async () => {
  const shop = await Shop.open(online.api, { on: '2026-03-10' });
  await online.gateway(shop, 'stripe');
  const order = await online.order(shop, await shop.subscribe(), '299.00');
  expect(await checked(shop, order.id)).toEqual({ status: 'Open', paid_amt: '0.00', returned_amt: '0.00' });
  online.pay(order);
  expect(await checked(shop, order.id)).toEqual({ status: 'Paid', paid_amt: '299.00', returned_amt: '0.00' });
  await online.api.ok('payment/order/refund', { id: order.id, amt: '100.00', reason: 'too much' }, shop.me);
  expect(await checked(shop, order.id)).toEqual({
    ...{ status: 'PartlyRefunded', paid_amt: '299.00', returned_amt: '100.00' },
  });
  expect(await online.shown(shop, order)).toBe('PartlyRefunded 299.00 100.00');
});
