import { runList } from '../../core/list/index.ts';
import { Done, newId } from '../../core/results.ts';
import { endpoint, router } from '../../rpc/endpoint.ts';
import { createIsp, newIsp } from './create.ts';
import { isps } from './list.ts';
import { deleteIsp, ispChange, namedIsp, updateIsp } from './update.ts';

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

  update: endpoint({ access: 'isp.write', rest: ['/isp/update'], updates: true, summary: 'Change an ISP' })
    .input(ispChange)
    .output(Done)
    .mutation(({ ctx, input }) => ctx.transaction((tx) => updateIsp(tx, ctx.scope, input))),

  delete: endpoint({ access: 'isp.admin', rest: ['/isp/delete'], summary: 'Delete an ISP' })
    .input(namedIsp)
    .output(Done)
    .mutation(({ ctx, input }) => ctx.transaction((tx) => deleteIsp(tx, ctx, input.ispid))),
});
