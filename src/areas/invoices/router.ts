import { runList } from '../../core/list/index.ts';
import { endpoint, router } from '../../rpc/endpoint.ts';
import { invoices } from './list.ts';

/** What subscribers are to pay. */
export const invoiceRouter = router({
  list: endpoint({ access: 'payment.read', rest: ['/invoice/list'], extension: true, summary: 'Invoices' })
    .input(invoices.input)
    .output(invoices.output)
    .query(({ ctx, input }) => runList(ctx.db, invoices, { ...ctx, input })),
});
