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
    summary: 'Today at a glance: subscribers, log-ins, money, leads, network',
    description:
      'Covers everything that the caller sees, or the ISP or reseller that it names. A part is null if the caller may not read what it counts. `subscribers`, `online` and `outstanding` are as of `as_of`, a few minutes ago at most; `logins` covers the last hour; `collected` covers today’s payments except cancelled ones. `yesterday` and `last_month` (the same day of the month before) have figures to compare with: `online` at this time of that day, the others of the whole day. `online_fell` says that less than half of at least 20 services that were online an hour ago still are.',
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
      'Active and NP services whose validity ends by then, and the prices of their next periods after discounts, before taxes. Counted at `as_of`.',
  })
    .input(viewInput)
    .output(renewalsDue)
    .query(async ({ ctx, input }) => dashboardDue({ ...ctx, scope: await viewOf(ctx.db, ctx.scope, input) })),
});
