import { document } from '../../../core/content/download.ts';
import { notFound } from '../../../core/fault.ts';
import { firstOf, runList } from '../../../core/list/index.ts';
import { byId } from '../../../core/records/results.ts';
import { viewOf } from '../../../core/tenancy/isp-view.ts';
import { endpoint, router } from '../../../rpc/endpoint.ts';
import { exportOf } from '../../../rpc/export.ts';
import { adjustmentOutcome } from '../adjustments/record.ts';
import { newRefund, refundService } from '../adjustments/refund.ts';
import { bouncedPayment, bounceOutcome, bouncePayment } from './bounce.ts';
import { cancelledPayment, cancelPayment } from './cancel.ts';
import { payments } from './list.ts';
import { newPayment, paymentOutcome, receivePayment } from './new.ts';
import { readReceipt } from './receipt/read-receipt.ts';
import { receiptPdf } from './receipt/receipt-pdf.ts';
import { cancelledReceipt, cancelReceipt } from './several/cancel-receipt.ts';
import { receiptTakenBack } from './several/take-back-receipt.ts';
import { readWholeReceipt } from './several/whole-receipt.ts';
import { paymentSums, summaryInput, sumPayments } from './summary.ts';
import { takenBack } from './take-back.ts';

const PDF = 'application/pdf';

export const paymentRouter = router({
  new: endpoint({
    access: 'payment.write',
    rest: ['/payment/new'],
    example: { serviceid: '1', amt: '499.00', mode: 'Online' },
    extension: true,
    repeatable: true,
    summary: 'Record a payment',
    description:
      'For a service (`serviceid`), or for several services of a customer (`customerid`): then there is one receipt, with a payment for each service.',
  })
    .input(newPayment)
    .output(paymentOutcome)
    .mutation(({ ctx, input }) => ctx.transaction((tx) => receivePayment(tx, ctx, input))),

  cancel: endpoint({
    access: 'payment.write',
    rest: ['/payment/cancel'],
    example: { reason: 'entered twice' },
    extension: true,
    repeatable: true,
    summary: 'Cancel a payment',
    description:
      'Without the permission `payment.cancel` only a payment that the caller has taken and entered on the same day, while the caller holds its cash.',
  })
    .input(cancelledPayment)
    .output(takenBack)
    .mutation(({ ctx, input }) => ctx.transaction((tx) => cancelPayment(tx, ctx, input))),

  bounce: endpoint({
    access: 'payment.cancel',
    rest: ['/payment/bounce'],
    example: { id: '2', fee_amt: '300.00', reason: 'Funds insufficient' },
    extension: true,
    repeatable: true,
    summary: 'Cancel a payment that the bank has returned',
    description:
      'Of a `Cheque`, a `DD` or a `Bank` payment. What it covered is due again, and so is the fee, which is not taxed. A part of a receipt takes all of it back.',
  })
    .input(bouncedPayment)
    .output(bounceOutcome)
    .mutation(({ ctx, input }) => ctx.transaction((tx) => bouncePayment(tx, ctx, input))),
  cancel_receipt: endpoint({
    access: 'payment.write',
    rest: ['/payment/cancel_receipt'],
    example: { receiptid: '1', reason: 'entered twice' },
    extension: true,
    repeatable: true,
    summary: 'Cancel a payment over several services',
    description: 'Cancels every payment of the receipt, or none of them.',
  })
    .input(cancelledReceipt)
    .output(receiptTakenBack)
    .mutation(({ ctx, input }) => ctx.transaction((tx) => cancelReceipt(tx, ctx, input))),

  refund: endpoint({
    access: 'payment.refund',
    rest: ['/payment/refund'],
    example: { of: 'Advance', amt: '1.00', mode: 'Bank', reason: 'moves away' },
    extension: true,
    repeatable: true,
    summary: 'Pay out an advance or a deposit of a service',
    description:
      'Records money that you pay out yourself. Use `payment/order/refund` for money that came through a payment gateway.',
  })
    .input(newRefund)
    .output(adjustmentOutcome)
    .mutation(({ ctx, input }) => ctx.transaction((tx) => refundService(tx, ctx, input))),

  list: endpoint({ access: 'payment.read', rest: ['/payment/list'], extension: true, summary: 'Payments' })
    .input(payments.input)
    .output(payments.output)
    .query(({ ctx, input }) => runList(ctx.db, payments, { ...ctx, input })),

  export: exportOf(payments, { access: 'payment.read', rest: '/payment/export', what: 'Payments' }),

  receipt: endpoint({
    access: 'payment.read',
    rest: ['/payment/receipt'],
    extension: true,
    summary: 'The receipt of a payment as a PDF file',
    description:
      'Answers with the file. The receipt of a cancelled payment says so. That of a payment over several services names all of them; only who sees each of them gets it.',
  })
    .input(byId)
    .output(document(PDF))
    .query(async ({ ctx, input }) => {
      const found = await firstOf(ctx.db, payments, { ...ctx, input });
      if (!found) throw notFound('payment', input.id);
      if (found.receiptid !== null) await readWholeReceipt(ctx.db.pool, ctx.scope, found.receiptid);
      const content = await receiptPdf(await readReceipt(ctx.db, found.id, ctx.scope));
      return { filename: `receipt-${found.receiptid ?? found.id}.pdf`, media_type: PDF, content };
    }),

  summary: endpoint({
    access: 'payment.read',
    rest: ['/payment/summary'],
    example: { from_date: '2026-01-01', to_date: '2026-01-31', by: 'mode' },
    extension: true,
    summary: 'Sums of payments by day, mode or collector',
    description:
      'Covers payments dated from `from_date` to `to_date`, at most 100 days. Cancelled payments are counted apart and are in no other sum.',
  })
    .input(summaryInput)
    .output(paymentSums)
    .query(async ({ ctx, input }) => sumPayments(ctx.db, await viewOf(ctx.db, ctx.scope, input), input)),
});
