import { runList } from '../../core/list/index.ts';
import { newId } from '../../core/results.ts';
import { endpoint, router } from '../../rpc/endpoint.ts';
import { createPlan, newPlan } from './create.ts';
import { plans, subPlans } from './list.ts';
import { createSubPlan, newSubPlan } from './sub-plan.ts';

/** Contract 4.7. */
export const planRouter = router({
  list: endpoint({ access: 'plan.read', rest: ['/plan/list'], summary: 'Plans' })
    .input(plans.input)
    .output(plans.output)
    .query(({ ctx, input }) => runList(ctx.db, plans, { ...ctx, input })),

  create: endpoint({ access: 'plan.write', rest: ['/plan/create'], summary: 'Add a plan' })
    .input(newPlan)
    .output(newId())
    .mutation(({ ctx, input }) => ctx.transaction((tx) => createPlan(tx, ctx.scope, input))),

  subplan_list: endpoint({ access: 'plan.read', rest: ['/plan/subplan_list', '/plan/subplan'], summary: 'Sub plans' })
    .input(subPlans.input)
    .output(subPlans.output)
    .query(({ ctx, input }) => runList(ctx.db, subPlans, { ...ctx, input })),

  subplan_create: endpoint({ access: 'plan.write', rest: ['/plan/subplan_create'], summary: 'Add a sub plan to a plan' })
    .input(newSubPlan)
    .output(newId())
    .mutation(({ ctx, input }) => ctx.transaction((tx) => createSubPlan(tx, ctx.scope, input))),
});
