import { runList } from '../../../core/list/index.ts';
import { byId, done, newId } from '../../../core/records/results.ts';
import { updatedRecord } from '../../../core/records/unchanged.ts';
import { endpoint, router } from '../../../rpc/endpoint.ts';
import { createTopupPlan, newTopupPlan } from './create.ts';
import { deleteTopupPlan } from './delete.ts';
import { topupPlans } from './list.ts';
import { topupPlanChange, updateTopupPlan } from './update.ts';

/** The plans that `topup_planid` of `service/topup` (contract 4.14) refers to. */
export const topupPlanRouter = router({
  list: endpoint({ access: 'plan.read', rest: ['/topupplan/list'], extension: true, summary: 'Top-up plans' })
    .input(topupPlans.input)
    .output(topupPlans.output)
    .query(({ ctx, input }) => runList(ctx.db, topupPlans, { ...ctx, input })),

  create: endpoint({
    access: 'plan.write',
    rest: ['/topupplan/create'],
    example: { resellerid: '1', name: '10 GB', gb: '10', amt: '99.00' },
    extension: true,
    summary: 'Add a top-up plan',
  })
    .input(newTopupPlan)
    .output(newId())
    .mutation(({ ctx, input }) => ctx.transaction((tx) => createTopupPlan(tx, ctx.scope, input))),

  update: endpoint({
    access: 'plan.write',
    rest: ['/topupplan/update'],
    example: { amt: '89.00' },
    extension: true,
    updates: updatedRecord('top-up plan', 'id'),
    summary: 'Change a top-up plan',
  })
    .input(topupPlanChange)
    .output(done)
    .mutation(({ ctx, input }) => ctx.transaction((tx) => updateTopupPlan(tx, ctx.scope, input))),

  delete: endpoint({
    access: 'plan.write',
    rest: ['/topupplan/delete'],
    extension: true,
    summary: 'Delete a top-up plan',
  })
    .input(byId)
    .output(done)
    .mutation(({ ctx, input }) => ctx.transaction((tx) => deleteTopupPlan(tx, ctx, input.id))),
});
