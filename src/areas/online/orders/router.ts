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
    summary: 'Open an order at the payment provider, and get the address where it is paid',
    description:
      'Of the same amount, purpose and gateway, an order that is open and has time left is returned again. Not for use inside a retry loop: every new order is a call of the provider.',
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
    summary: 'Ask the provider now what was paid for an order',
    description: 'For a subscriber who says that he has paid. It happens by itself within minutes.',
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
    summary: 'Give money of an order back by its provider',
    description:
      'Its payment is cancelled, and what is left of it is a payment of its own. `Requested`: the provider does not answer, and gets the refund as soon as it does.',
  })
    .input(newRefund)
    .output(refundOutcome)
    .mutation(({ ctx, input }) => refundOrder(ctx, input)),
});
