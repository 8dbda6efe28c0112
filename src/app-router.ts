import { callRouter } from './areas/care/calls/router.ts';
import { careRouter } from './areas/care/care-line/router.ts';
import { fileRouter } from './areas/care/files/router.ts';
import { incidentRouter } from './areas/care/incidents/router.ts';
import { noteRouter } from './areas/care/notes/router.ts';
import { taskRouter } from './areas/care/tasks/router.ts';
import { ticketRouter } from './areas/care/tickets/router.ts';
import { visitRouter } from './areas/care/visits/router.ts';
import { planRouter } from './areas/catalogue/plans/router.ts';
import { topupPlanRouter } from './areas/catalogue/topup-plans/router.ts';
import { dashboardRouter } from './areas/insight/dashboard/router.ts';
import { eventRouter } from './areas/insight/events/router.ts';
import { reportRouter } from './areas/insight/reports/router.ts';
import { searchRouter } from './areas/insight/search/router.ts';
import { webhookRouter } from './areas/insight/webhooks/router.ts';
import { auditRouter } from './areas/installation/audit/router.ts';
import { backupRouter } from './areas/installation/backup/router.ts';
import { jobRouter, serverRouter } from './areas/installation/server/router.ts';
import { adjustmentRouter } from './areas/money/adjustments/router.ts';
import { invoiceRouter } from './areas/money/invoices/router.ts';
import { paymentRouter } from './areas/money/payments/router.ts';
import { taxRouter } from './areas/money/tax/router.ts';
import { alertRouter } from './areas/network/alerts/router.ts';
import { ipPoolRouter } from './areas/network/ip-pools/router.ts';
import { ip6PoolRouter } from './areas/network/ip6-pools/router.ts';
import { nasRouter } from './areas/network/nas/router.ts';
import { proxyRouter } from './areas/network/proxies/router.ts';
import { realmRouter } from './areas/network/realms/router.ts';
import { seriesRouter } from './areas/network/series/router.ts';
import { sessionRouter } from './areas/network/sessions/router.ts';
import { traceRouter } from './areas/network/trace/router.ts';
import { gatewayRouter } from './areas/online/gateways/router.ts';
import { hotspotRouter } from './areas/online/hotspot/router.ts';
import { loginRouter } from './areas/online/logins/router.ts';
import { orderRouter } from './areas/online/orders/router.ts';
import { portalRouter } from './areas/online/portal/router.ts';
import { messageRouter } from './areas/subscribers/broadcasts/router.ts';
import { customerRouter } from './areas/subscribers/customers/router.ts';
import { leadRouter } from './areas/subscribers/leads/router.ts';
import { noticeRouter } from './areas/subscribers/notices/router.ts';
import { subscriberRouter } from './areas/subscribers/overview/router.ts';
import { serviceRouter } from './areas/subscribers/services/router.ts';
import { ispRouter } from './areas/tenancy/isps/router.ts';
import { locationRouter } from './areas/tenancy/locations/router.ts';
import { resellerRouter } from './areas/tenancy/resellers/router.ts';
import { userRouter } from './areas/tenancy/users/router.ts';
import { router } from './rpc/endpoint.ts';

/** All procedures, one line per area. REST, tRPC, the panel and the typed client derive from it. */
export const appRouter = router({
  server: serverRouter,
  login: loginRouter,
  user: userRouter,
  isp: ispRouter,
  reseller: resellerRouter,
  location: locationRouter,
  lead: leadRouter,
  plan: planRouter,
  topupplan: topupPlanRouter,
  customer: customerRouter,
  service: serviceRouter,
  payment: paymentRouter,
  adjustment: adjustmentRouter,
  tax: taxRouter,
  gateway: gatewayRouter,
  order: orderRouter,
  hotspot: hotspotRouter,
  invoice: invoiceRouter,
  subscriber: subscriberRouter,
  search: searchRouter,
  session: sessionRouter,
  trace: traceRouter,
  dashboard: dashboardRouter,
  series: seriesRouter,
  report: reportRouter,
  audit: auditRouter,
  event: eventRouter,
  notice: noticeRouter,
  message: messageRouter,
  webhook: webhookRouter,
  note: noteRouter,
  ticket: ticketRouter,
  file: fileRouter,
  incident: incidentRouter,
  // `call` alone is a word of tRPC.
  phonecall: callRouter,
  task: taskRouter,
  visit: visitRouter,
  care: careRouter,
  nas: nasRouter,
  proxy: proxyRouter,
  realm: realmRouter,
  alert: alertRouter,
  ippool: ipPoolRouter,
  ip6pool: ip6PoolRouter,
  backup: backupRouter,
  job: jobRouter,
  portal: portalRouter,
});

export type AppRouter = typeof appRouter;
