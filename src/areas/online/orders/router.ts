import { runList } from '../../../core/list/index.ts';
import { byId } from '../../../core/records/results.ts';
import { endpoint, router } from '../../../rpc/endpoint.ts';
import { exportOf } from '../../../rpc/export.ts';
import { checkOrder } from './check.ts';
import { orders } from './list.ts';
import { openOrder } from './open.ts';
import { newRefund, refundOrder, refundOutcome } from './refund.ts';
import { newOrder, openedOrder, orderState } from './wire.ts';

/** Payments that somebody may make on the Internet. */
export const orderRouter = router({
  create: endpoint({
    access: 'payment.write',
    rest: ['/payment/order/create'],
    extension: true,
    example: { purpose: 'Advance', amt: '499.00' },
    summary: 'Open an order at the payment provider, and get the address of its payment page',
    description:
      'If an open order with the same amount, purpose and gateway has time left, returns it again. Do not call it in a retry loop: every new order calls the provider.',
  })
    .input(newOrder)
    .output(openedOrder)
    .mutation(async ({ ctx, input }) => {
      const { serviceid: serviceId, gatewayid: gatewayId, amt, purpose } = input;
      const { checkout, ...order } = await openOrder(ctx, { serviceId, gatewayId, amt, purpose });
      return { ...order, key_id: checkout.key_id, order_no: checkout.order_id, checkout_url: checkout.url };
    }),

  list: endpoint({ access: 'payment.read', rest: ['/payment/order/list'], extension: true, summary: 'Payment orders' })
    .input(orders.input)
    .output(orders.output)
    .query(({ ctx, input }) => runList(ctx.db, orders, { ...ctx, input })),

  export: exportOf(orders, { access: 'payment.read', rest: '/payment/order/export', what: 'Payment orders' }),

  check: endpoint({
    access: 'payment.write',
    rest: ['/payment/order/check'],
    extension: true,
    summary: 'Ask the provider now whether an order was paid',
    description: 'Use it when a subscriber says that they have paid. The node also asks by itself within minutes.',
  })
    .input(byId)
    .output(orderState)
    .mutation(({ ctx, input }) => checkOrder(ctx, input.id)),

  refund: endpoint({
    access: 'payment.refund',
    rest: ['/payment/order/refund'],
    extension: true,
    repeatable: true,
    example: { reason: 'paid twice' },
    summary: 'Refund an order through its provider',
    description:
      'Cancels the payment of the order; if you refund only a part, the rest becomes a new payment. `Requested`: the provider does not answer now and gets the refund as soon as it does.',
  })
    .input(newRefund)
    .output(refundOutcome)
    .mutation(({ ctx, input }) => refundOrder(ctx, input)),
});
