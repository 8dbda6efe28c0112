import { runList } from '../../core/list/index.ts';
import { endpoint, router } from '../../rpc/endpoint.ts';
import { payments } from './list.ts';

/** What subscribers pay. */
export const paymentRouter = router({
  list: endpoint({ access: 'payment.read', rest: ['/payment/list'], extension: true, summary: 'Payments' })
    .input(payments.input)
    .output(payments.output)
    .query(({ ctx, input }) => runList(ctx.db, payments, { ...ctx, input })),
});
