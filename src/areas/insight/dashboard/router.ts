import { viewInput, viewOf } from '../../../core/tenancy/isp-view.ts';
import { endpoint, router } from '../../../rpc/endpoint.ts';
import { dashboardDue, renewalsDue } from './due.ts';
import { dashboard, dashboardNow } from './now.ts';

/** Figures for the first screen of the staff, beyond the contract. */
export const dashboardRouter = router({
  now: endpoint({
    access: 'isp.read',
    rest: ['/dashboard/now'],
    extension: true,
    summary: 'How today is: subscribers, log-ins, money, leads, network',
    description:
      'Within what the caller sees, or the ISP or reseller that it names. A part is null for a caller who may not read what it counts. `subscribers`, `online` and `outstanding` are of `as_of`, at most some minutes ago; `logins` are those of the last hour; `collected` are the payments of today that were not cancelled.',
  })
    .input(viewInput)
    .output(dashboard)
    .query(async ({ ctx, input }) => dashboardNow({ ...ctx, scope: await viewOf(ctx.db, ctx.scope, input) })),

  due: endpoint({
    access: 'service.read',
    rest: ['/dashboard/due'],
    extension: true,
    summary: 'Renewals due today and within 3 and 7 days',
    description:
      'Active and NP services whose validity ends until then, and what their next periods cost: the prices after discounts, before taxes. Counted at `as_of`.',
  })
    .input(viewInput)
    .output(renewalsDue)
    .query(async ({ ctx, input }) => dashboardDue({ ...ctx, scope: await viewOf(ctx.db, ctx.scope, input) })),
});
