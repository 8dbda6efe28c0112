import { runList } from '../../core/list/index.ts';
import { newId } from '../../core/results.ts';
import { endpoint, router } from '../../rpc/endpoint.ts';
import { createIsp, newIsp } from './create.ts';
import { isps } from './list.ts';

/** Contract 4.10. */
export const ispRouter = router({
  list: endpoint({ access: 'isp.read', rest: ['/isp/list'], summary: 'ISPs' })
    .input(isps.input)
    .output(isps.output)
    .query(({ ctx, input }) => runList(ctx.db, isps, { ...ctx, input })),

  create: endpoint({ access: 'isp.admin', rest: ['/isp/create'], summary: 'Add an ISP' })
    .input(newIsp)
    .output(newId())
    .mutation(({ ctx, input }) => ctx.transaction((tx) => createIsp(tx, ctx.scope, input))),
});
