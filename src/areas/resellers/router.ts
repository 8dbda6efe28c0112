import { runList } from '../../core/list/index.ts';
import { newId } from '../../core/results.ts';
import { endpoint, router } from '../../rpc/endpoint.ts';
import { createReseller, newReseller } from './create.ts';
import { resellers } from './list.ts';

/** Contract 4.9. */
export const resellerRouter = router({
  list: endpoint({ access: 'reseller.read', rest: ['/reseller/list'], summary: 'Resellers and franchisees' })
    .input(resellers.input)
    .output(resellers.output)
    .query(({ ctx, input }) => runList(ctx.db, resellers, { ...ctx, input })),

  create: endpoint({ access: 'reseller.write', rest: ['/reseller/create'], summary: 'Add a reseller or franchisee' })
    .input(newReseller)
    .output(newId())
    .mutation(({ ctx, input }) => ctx.transaction((tx) => createReseller(tx, ctx.scope, input))),
});
