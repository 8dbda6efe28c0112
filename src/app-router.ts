import { adjustmentRouter } from './areas/adjustments/router.ts';
import { auditRouter } from './areas/audit/router.ts';
import { backupRouter } from './areas/backup/router.ts';
import { customerRouter } from './areas/customers/router.ts';
import { dashboardRouter } from './areas/dashboard/router.ts';
import { eventRouter } from './areas/events/router.ts';
import { gatewayRouter } from './areas/gateways/router.ts';
import { invoiceRouter } from './areas/invoices/router.ts';
import { ipPoolRouter } from './areas/ip-pools/router.ts';
import { ip6PoolRouter } from './areas/ip6-pools/router.ts';
import { ispRouter } from './areas/isps/router.ts';
import { leadRouter } from './areas/leads/router.ts';
import { locationRouter } from './areas/locations/router.ts';
import { loginRouter } from './areas/logins/router.ts';
import { nasRouter } from './areas/nas/router.ts';
import { noticeRouter } from './areas/notices/router.ts';
import { orderRouter } from './areas/orders/router.ts';
import { paymentRouter } from './areas/payments/router.ts';
import { planRouter } from './areas/plans/router.ts';
import { portalRouter } from './areas/portal/router.ts';
import { proxyRouter } from './areas/proxies/router.ts';
import { realmRouter } from './areas/realms/router.ts';
import { reportRouter } from './areas/reports/router.ts';
import { resellerRouter } from './areas/resellers/router.ts';
import { searchRouter } from './areas/search/router.ts';
import { seriesRouter } from './areas/series/router.ts';
import { jobRouter, serverRouter } from './areas/server/router.ts';
import { serviceRouter } from './areas/services/router.ts';
import { sessionRouter } from './areas/sessions/router.ts';
import { subscriberRouter } from './areas/subscribers/router.ts';
import { taxRouter } from './areas/tax/router.ts';
import { topupPlanRouter } from './areas/topup-plans/router.ts';
import { traceRouter } from './areas/trace/router.ts';
import { userRouter } from './areas/users/router.ts';
import { webhookRouter } from './areas/webhooks/router.ts';
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
  webhook: webhookRouter,
  nas: nasRouter,
  proxy: proxyRouter,
  realm: realmRouter,
  ippool: ipPoolRouter,
  ip6pool: ip6PoolRouter,
  backup: backupRouter,
  job: jobRouter,
  portal: portalRouter,
});

export type AppRouter = typeof appRouter;
