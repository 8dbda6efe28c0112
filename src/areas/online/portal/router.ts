import { done } from '../../../core/records/results.ts';
import { dayOf } from '../../../core/zone.ts';
import { router, subscriberEndpoint, visitorEndpoint } from '../../../rpc/endpoint.ts';
import { ownTicketEndpoints } from '../../care/tickets/own/router.ts';
import { namedService } from '../../subscribers/services/find.ts';
import { readUsage, serviceUsage } from '../../subscribers/services/usage.ts';
import { ownAccess, readOwnAccess } from './access.ts';
import { bills, file, readBills, readFile, whichFile } from './bills.ts';
import { changed } from './change.ts';
import { codeRequest, requestCode, requestedCode } from './code/request-code.ts';
import { codeSignIn, signInByCode } from './code/sign-in-by-code.ts';
import { devices, disconnectDevice, readDevices, whichDevice } from './devices.ts';
import { owedHere, readOwedHere } from './here.ts';
import { offers, readOffers } from './offers.ts';
import { begunPayment, lastPayment, openOwnOrder, ownOrder, readLastPayment } from './order.ts';
import { overview, readOverview } from './overview.ts';
import { brand, readBrand, whichPage } from './page.ts';
import { choosePassword, firstPassword } from './password.ts';
import { passwordEndpoints } from './passwords/router.ts';
import { payForPurpose, purposeOrder } from './pay-for.ts';
import { payHere, paymentHere } from './pay-here.ts';
import { changeOwnPlan, ownPlanChange } from './plan-change.ts';
import { portalCall } from './portal-call.ts';
import { renewal, renewOwnService } from './renew.ts';
import { endSubscriberSession } from './sessions.ts';
import { signInSubscriber, subscriberSignIn, subscriberStep } from './sign-in.ts';
import { readToPay, toPay } from './to-pay.ts';
import { buyOwnTopup, ownTopup } from './topup.ts';

/** The subscriber's own pages. Their outputs have no value that JSON lacks, so the pages need no superjson. */
export const portalRouter = router({
  ...ownTicketEndpoints,
  page: visitorEndpoint({ summary: 'The name, colour and contact of an ISP with a portal' })
    .input(whichPage)
    .output(brand.nullable())
    .query(({ ctx, input }) => readBrand(ctx.kernel.db, input.ispid)),
  here: visitorEndpoint({ summary: 'The amount owed for the connection that the call comes from', ownPace: true })
    .input(whichPage)
    .output(owedHere.nullable())
    .query(({ ctx, input }) =>
      readOwedHere(ctx.kernel, { address: ctx.address, ispId: input.ispid, whenGone: ctx.whenGone }),
    ),

  pay_here: visitorEndpoint({ summary: 'Begin to pay for the connection that the call comes from' })
    .input(paymentHere)
    .output(begunPayment)
    .mutation(({ ctx, input }) => payHere(portalCall(ctx), ctx.kernel, input)),

  sign_in: visitorEndpoint({ summary: 'Sign in as a subscriber. The session is a cookie' })
    .input(subscriberSignIn)
    .output(subscriberStep)
    .mutation(({ ctx, input }) => signInSubscriber(portalCall(ctx), input)),

  code: visitorEndpoint({ summary: 'Send a sign-in code' })
    .input(codeRequest)
    .output(requestedCode)
    .mutation(({ ctx, input }) => requestCode({ ...portalCall(ctx), kernel: ctx.kernel }, input)),

  sign_in_by_code: visitorEndpoint({ summary: 'Sign in with a code' })
    .input(codeSignIn)
    .output(done)
    .mutation(({ ctx, input }) => signInByCode(portalCall(ctx), input)),

  choose_password: visitorEndpoint({ summary: 'Choose a password, after the first sign-in' })
    .input(firstPassword)
    .output(done)
    .mutation(({ ctx, input }) => choosePassword(portalCall(ctx), input.new_password)),

  sign_out: visitorEndpoint({ summary: 'Sign out' })
    .output(done)
    .mutation(({ ctx }) => endSubscriberSession(portalCall(ctx))),

  overview: subscriberEndpoint({ summary: 'The services of the customer', like: 'service.read' })
    .output(overview)
    .query(({ ctx: { db, subscriber, scope, kernel, zone } }) =>
      readOverview(db, { subscriber, scope, today: dayOf(kernel.clock.now(), zone) }),
    ),

  access: subscriberEndpoint({ summary: 'The speed of a service now, and why it is less', like: 'session.read' })
    .input(namedService)
    .output(ownAccess)
    .query(({ ctx, input }) => readOwnAccess(ctx, input.serviceid)),

  usage: subscriberEndpoint({ summary: 'Usage of the period of a service', like: 'service.read' })
    .input(namedService)
    .output(serviceUsage.omit({ level_since: true }))
    .query(async ({ ctx, input }) => {
      const { level_since: _since, ...usage } = await readUsage(ctx.db, ctx.scope, input.serviceid);
      return usage;
    }),

  to_pay: subscriberEndpoint({ summary: 'The amount owed for a service', like: 'payment.read' })
    .input(namedService)
    .output(toPay)
    .query(({ ctx, input }) => ctx.readIn((tx) => readToPay(tx, ctx, input.serviceid))),

  pay: subscriberEndpoint({ summary: 'Begin an online payment for a service', like: 'payment.read' })
    .input(ownOrder)
    .output(begunPayment)
    .mutation(({ ctx, input }) => openOwnOrder(ctx, ctx.subscriber.ispId, input)),

  pay_for: subscriberEndpoint({
    summary: 'Begin to pay for a renewal, a top-up or a change of plan, which takes effect with the payment',
    like: 'service.operate',
  })
    .input(purposeOrder)
    .output(begunPayment)
    .mutation(({ ctx, input }) => payForPurpose(ctx, ctx.subscriber.ispId, input)),

  last_payment: subscriberEndpoint({ summary: 'The state of the last payment', like: 'payment.read' })
    .output(lastPayment)
    .query(({ ctx }) => readLastPayment(ctx.kernel, ctx.scope)),

  bills: subscriberEndpoint({ summary: 'Invoices and payments of a service', like: 'payment.read' })
    .input(namedService)
    .output(bills)
    .query(({ ctx, input }) => readBills(ctx, input.serviceid)),

  file: subscriberEndpoint({ summary: 'An invoice or a receipt as a PDF file', like: 'payment.read' })
    .input(whichFile)
    .output(file)
    .query(({ ctx, input }) => readFile(ctx, input)),

  offers: subscriberEndpoint({ summary: 'Plans and top-ups that a service may have', like: 'plan.read' })
    .input(namedService)
    .output(offers)
    .query(({ ctx, input }) => ctx.readIn((tx) => readOffers(tx, ctx, input.serviceid))),

  renew: subscriberEndpoint({ summary: 'Renew a prepaid service from its advance', like: 'service.operate' })
    .input(renewal)
    .output(changed)
    .mutation(({ ctx, input }) => ctx.transaction((tx) => renewOwnService(tx, ctx, input))),

  plan_change: subscriberEndpoint({ summary: 'Move a service to another offered plan', like: 'service.operate' })
    .input(ownPlanChange)
    .output(changed)
    .mutation(({ ctx, input }) => ctx.transaction((tx) => changeOwnPlan(tx, ctx, input))),

  topup: subscriberEndpoint({ summary: 'Buy a top-up', like: 'service.operate' })
    .input(ownTopup)
    .output(changed)
    .mutation(({ ctx, input }) => ctx.transaction((tx) => buyOwnTopup(tx, ctx, input))),

  devices: subscriberEndpoint({ summary: 'Open sessions of a service', like: 'session.read' })
    .input(namedService)
    .output(devices)
    .query(({ ctx, input }) => readDevices(ctx.db, ctx.scope, input.serviceid)),

  disconnect: subscriberEndpoint({ summary: 'End a session of a service', like: 'session.disconnect' })
    .input(whichDevice)
    .output(done)
    .mutation(({ ctx, input }) => {
      const { db, scope, kernel, recordAudit: record } = ctx;
      return disconnectDevice({ db, scope, network: kernel.network, record }, input);
    }),

  ...passwordEndpoints,
});
