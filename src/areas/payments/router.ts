import { runList } from '../../core/list/index.ts';
import { endpoint, router } from '../../rpc/endpoint.ts';
import { exportOf } from '../../rpc/export.ts';
import { viewOf } from '../isps/view.ts';
import { cancelledPayment, cancelOutcome, cancelPayment } from './cancel.ts';
import { payments } from './list.ts';
import { newPayment, paymentOutcome, receivePayment } from './new.ts';
import { paymentSums, summaryInput, sumPayments } from './summary.ts';

export const paymentRouter = router({
  new: endpoint({
    access: 'payment.write',
    rest: ['/payment/new'],
    example: { amt: '499.00', mode: 'Online' },
    extension: true,
    repeatable: true,
    summary: 'Record a payment',
  })
    .input(newPayment)
    .output(paymentOutcome)
    .mutation(({ ctx, input }) => ctx.transaction((tx) => receivePayment(tx, ctx, input))),

  cancel: endpoint({
    access: 'payment.write',
    rest: ['/payment/cancel'],
    example: { reason: 'entered twice' },
    extension: true,
    summary: 'Cancel a payment',
  })
    .input(cancelledPayment)
    .output(cancelOutcome)
    .mutation(({ ctx, input }) => ctx.transaction((tx) => cancelPayment(tx, ctx, input))),

  list: endpoint({ access: 'payment.read', rest: ['/payment/list'], extension: true, summary: 'Payments' })
    .input(payments.input)
    .output(payments.output)
    .query(({ ctx, input }) => runList(ctx.db, payments, { ...ctx, input })),

  export: exportOf(payments, { access: 'payment.read', rest: '/payment/export', what: 'Payments' }),

  summary: endpoint({
    access: 'payment.read',
    rest: ['/payment/summary'],
    example: { from_date: '2026-01-01', to_date: '2026-01-31', by: 'mode' },
    extension: true,
    summary: 'Sums of payments by day, mode or collector',
    description:
      'From `from_date` to `to_date`, the days of the payments, at most 100. Cancelled payments are counted apart and are in no sum of the others.',
  })
    .input(summaryInput)
    .output(paymentSums)
    .query(async ({ ctx, input }) => sumPayments(ctx.db, await viewOf(ctx.db, ctx.scope, input), input)),
});
