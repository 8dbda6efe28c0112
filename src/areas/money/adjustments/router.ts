import { runList } from '../../../core/list/index.ts';
import { endpoint, router } from '../../../rpc/endpoint.ts';
import { exportOf } from '../../../rpc/export.ts';
import { adjustments } from './list.ts';

export const adjustmentRouter = router({
  list: endpoint({
    access: 'payment.read',
    rest: ['/adjustment/list'],
    extension: true,
    summary: 'Adjustments, write-offs and refunds',
  })
    .input(adjustments.input)
    .output(adjustments.output)
    .query(({ ctx, input }) => runList(ctx.db, adjustments, { ...ctx, input })),

  export: exportOf(adjustments, { access: 'payment.read', rest: '/adjustment/export', what: 'Adjustments' }),
});
