import { runList } from '../../../core/list/index.ts';
import { byId, done, newId } from '../../../core/records/results.ts';
import { updatedRecord } from '../../../core/records/unchanged.ts';
import { endpoint, router } from '../../../rpc/endpoint.ts';
import { trafficGraph } from '../../network/traffic/graph.ts';
import { quoteInput, quotePlan } from '../../subscribers/services/quote.ts';
import { quote } from '../../subscribers/services/quoted-price.ts';
import { createPlan, newPlan } from './create.ts';
import { deletePlan } from './delete.ts';
import { plans } from './list.ts';
import { createSubPlan, newSubPlan } from './sub-plans/create.ts';
import { deleteSubPlans, subPlanDeletion } from './sub-plans/delete.ts';
import { subPlans } from './sub-plans/list.ts';
import { subPlanChange, updateSubPlan } from './sub-plans/update.ts';
import { planTraffic, readPlanTraffic } from './traffic.ts';
import { planChange, updatePlan } from './update.ts';

/** Contract 4.7. */
export const planRouter = router({
  list: endpoint({ access: 'plan.read', rest: ['/plan/list'], summary: 'Plans' })
    .input(plans.input)
    .output(plans.output)
    .query(({ ctx, input }) => runList(ctx.db, plans, { ...ctx, input })),

  quote: endpoint({
    access: 'plan.read',
    rest: ['/plan/quote'],
    extension: true,
    summary: 'What a new service would cost',
    description:
      'The first period, prorated, with discount and taxes, and the installation charge, as `service/create` would bill them.',
  })
    .input(quoteInput)
    .output(quote)
    .query(({ ctx, input }) => quotePlan(ctx.db, ctx, input)),

  traffic: endpoint({
    access: 'plan.read',
    rest: ['/plan/traffic'],
    extension: true,
    summary: 'The traffic of a plan, for a graph',
    description:
      'The last 24 hours by five minutes (`period=day`), or the last seven days by hours (`week`): the average rates of all services together that had the plan then, and for a reseller of its own services. The last ten minutes are left out, since sessions still report them. Steps without traffic are left out.',
  })
    .input(planTraffic)
    .output(trafficGraph)
    .query(({ ctx, input }) => readPlanTraffic(ctx.db, { scope: ctx.scope, now: ctx.kernel.clock.now() }, input)),

  create: endpoint({
    access: 'plan.write',
    rest: ['/plan/create'],
    example: {
      resellerid: '1',
      name: 'Fast 20',
      protocol: 'PPPoE',
      connectivity: 'Fibre',
      plan_period_unit: 'Month',
      bw_mgmt: 'Radius',
      bw1_gb: '100',
      bw1_dl: '20480',
      bw1_ul: '10240',
    },
    summary: 'Add a plan',
  })
    .input(newPlan)
    .output(newId())
    .mutation(({ ctx, input }) => ctx.transaction((tx) => createPlan(tx, ctx.scope, input))),

  subplan_list: endpoint({ access: 'plan.read', rest: ['/plan/subplan_list', '/plan/subplan'], summary: 'Sub plans' })
    .input(subPlans.input)
    .output(subPlans.output)
    .query(({ ctx, input }) => runList(ctx.db, subPlans, { ...ctx, input })),

  subplan_create: endpoint({
    access: 'plan.write',
    rest: ['/plan/subplan_create'],
    example: { name: 'Quarterly', units: '3', charge1: 'Internet', amt1: '1400.00' },
    summary: 'Add a sub plan to a plan',
  })
    .input(newSubPlan)
    .output(newId())
    .mutation(({ ctx, input }) => ctx.transaction((tx) => createSubPlan(tx, ctx.scope, input))),

  update: endpoint({
    access: 'plan.write',
    rest: ['/plan/update'],
    example: { name: 'Fast 20' },
    updates: updatedRecord('plan', 'id'),
    summary: 'Change a plan',
  })
    .input(planChange)
    .output(done)
    .mutation(({ ctx, input }) => ctx.transaction((tx) => updatePlan(tx, ctx.scope, input))),

  delete: endpoint({ access: 'plan.write', rest: ['/plan/delete'], summary: 'Delete a plan and its sub plans' })
    .input(byId)
    .output(done)
    .mutation(({ ctx, input }) => ctx.transaction((tx) => deletePlan(tx, ctx, input.id))),

  subplan_update: endpoint({
    access: 'plan.write',
    rest: ['/plan/subplan_update'],
    example: { name: 'Monthly' },
    updates: updatedRecord('sub plan', 'id'),
    summary: 'Change a sub plan',
  })
    .input(subPlanChange)
    .output(done)
    .mutation(({ ctx, input }) => ctx.transaction((tx) => updateSubPlan(tx, ctx.scope, input))),

  subplan_delete: endpoint({
    access: 'plan.write',
    rest: ['/plan/subplan_delete'],
    example: { id: '1' },
    summary: 'Delete one sub plan, or all of a plan',
  })
    .input(subPlanDeletion)
    .output(done)
    .mutation(({ ctx, input }) => ctx.transaction((tx) => deleteSubPlans(tx, ctx, input))),
});
