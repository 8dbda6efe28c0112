import { z } from 'zod';
import { runList } from '../../../core/list/index.ts';
import { Done } from '../../../core/records/results.ts';
import { updatedRecord } from '../../../core/records/unchanged.ts';
import { endpoint, openEndpoint, router } from '../../../rpc/endpoint.ts';
import { exportOf } from '../../../rpc/export.ts';
import { trafficGraph } from '../../network/traffic/graph.ts';
import { createOrPreview } from './create.ts';
import { deletedService, deleteService } from './delete.ts';
import { namedService } from './find.ts';
import { identityProcedures } from './identities/router.ts';
import { services } from './list.ts';
import { unbindMac } from './mac-unbind.ts';
import { newService } from './new-service.ts';
import { operations } from './operations/router.ts';
import { createOutcome, outcome } from './outcome.ts';
import { serviceChange } from './service-change.ts';
import { accountStatement, statement, statementInput } from './statement.ts';
import { checkAnonymousAccess, countByStatus, statusCountInput, statusCounts } from './status-count.ts';
import { readTimeline, timelineEntry, timelineInput } from './timeline/timeline.ts';
import { readServiceTraffic, serviceTraffic } from './traffic.ts';
import { updateService } from './update.ts';
import { readUsage, serviceUsage } from './usage.ts';
import { usageReport, usageReportInput, usageReportRow } from './usage-report.ts';

/** Contract 4.14, and the count of 4.1. */
export const serviceRouter = router({
  status_count: openEndpoint({
    rest: ['/service/status_count'],
    summary: 'Services by status',
    description:
      'Without credentials: totals of the installation. With credentials: totals of the caller’s scope; filters apply.',
  })
    .input(statusCountInput)
    .output(statusCounts)
    .query(({ ctx, input }) => {
      checkAnonymousAccess(ctx.actor !== null, input, ctx.kernel.config.publicStatusCount);
      return countByStatus(ctx.db, ctx.scope, input);
    }),

  list: endpoint({ access: 'service.read', rest: ['/service/list'], summary: 'Subscriber services' })
    .input(services.input)
    .output(services.output)
    .query(({ ctx, input }) => runList(ctx.db, services, { ...ctx, input })),

  export: exportOf(services, { access: 'service.read', rest: '/service/export', what: 'Services' }),

  create: endpoint({
    access: 'service.write',
    rest: ['/service/create'],
    example: {
      username: 'asha',
      password: 'correct horse',
      sub_location_code: 'BLR-N',
      connectivity: 'Fibre',
      prepaid_postpaid: 'Postpaid',
    },
    repeatable: true,
    summary: 'Add a service to a customer',
  })
    .input(newService)
    .output(createOutcome)
    .mutation(({ ctx, input }) => ctx.transaction((tx) => createOrPreview(tx, ctx, input))),

  update: endpoint({
    access: 'service.write',
    rest: ['/service/update'],
    example: { discount_amt: '5.00' },
    updates: updatedRecord('service', 'serviceid'),
    summary: 'Change a service',
  })
    .input(serviceChange)
    .output(Done)
    .mutation(({ ctx, input }) => ctx.transaction((tx) => updateService(tx, ctx, input))),

  delete: endpoint({
    access: 'service.write',
    rest: ['/service/delete'],
    repeatable: true,
    summary: 'Delete a service',
  })
    .input(deletedService)
    .output(outcome)
    .mutation(({ ctx, input }) => ctx.transaction((tx) => deleteService(tx, ctx, input))),

  mac_unbind: endpoint({
    access: 'service.write',
    rest: ['/service/mac_unbind'],
    summary: 'Clear the bound MAC of a service',
  })
    .input(namedService)
    .output(Done)
    .mutation(({ ctx, input }) => ctx.transaction((tx) => unbindMac(tx, ctx, input.serviceid))),

  usage_report: endpoint({
    access: 'service.read',
    rest: ['/service/usage_report'],
    example: { date_from: '2026-01-01' },
    summary: 'Usage of a service',
    description: 'At most 100 days for a detailed report of recent data, 1100 days for any other.',
  })
    .input(usageReportInput)
    .output(z.array(usageReportRow))
    .query(({ ctx, input }) => usageReport(ctx.db, ctx, input)),

  usage: endpoint({
    access: 'service.read',
    rest: ['/service/usage'],
    extension: true,
    summary: 'Usage of the period of a service',
    description:
      'Volumes and usage by bandwidth level, the carried-over and topped-up volumes, and the days of the period.',
  })
    .input(namedService)
    .output(serviceUsage)
    .query(({ ctx, input }) => readUsage(ctx.db, ctx.scope, input.serviceid)),

  traffic: endpoint({
    access: 'service.read',
    rest: ['/service/traffic'],
    extension: true,
    summary: 'The traffic of a service, for a graph',
    description:
      'The last 24 hours by five minutes (`period=day`), or the last seven days by hours (`week`): the average rates to and from the subscriber. The octets between two reports of a session are spread evenly over that time. Steps without traffic are left out, as are those after the last report of an open session. What the nodes still have in memory is in the next answer, a second later. Kept for `traffic_history_days` of `isp/settings`.',
  })
    .input(serviceTraffic)
    .output(trafficGraph)
    .query(({ ctx, input }) => readServiceTraffic(ctx.db, { scope: ctx.scope, now: ctx.kernel.clock.now() }, input)),

  timeline: endpoint({
    access: 'service.read',
    rest: ['/service/timeline'],
    extension: true,
    summary: 'The history of a service',
    description:
      'Newest first; `before` takes the id of the last entry of a page. Payments and invoices need `payment.read`, sessions and log-ins `session.read`, changes `audit.read`.',
  })
    .input(timelineInput)
    .output(z.array(timelineEntry))
    .query(({ ctx, input }) => {
      return readTimeline(ctx.db, { scope: ctx.scope, permissions: ctx.actor.permissions }, input);
    }),

  statement: endpoint({
    access: 'payment.read',
    rest: ['/service/statement'],
    extension: true,
    summary: 'Statement of account of a service',
    description:
      'Charges and payments in order, with the balance after each entry. A balance above 0 is owed to the ISP.',
  })
    .input(statementInput)
    .output(statement)
    .query(({ ctx, input }) => accountStatement(ctx.db, ctx.scope, input)),

  ...identityProcedures,
  ...operations,
});
