import { done } from '../../../core/records/results.ts';
import { endpoint, router } from '../../../rpc/endpoint.ts';
import { openPayLink, payableAmount } from '../../online/portal/pay-link.ts';
import { verdictAtFiling } from '../tickets/filed-verdict.ts';
import { branch } from './branch/router.ts';
import { chooseLanguage, chosenLanguage, endCall, endedCall } from './call-end.ts';
import { askCallback, askedCallback } from './callback.ts';
import { chatCalls } from './chat/router.ts';
import { identification, identified, identify } from './identify.ts';
import { sendPayLink } from './pay-link.ts';
import { sendPin } from './pin-send.ts';
import { restartService } from './restart.ts';
import { askedStatus, readStatus, toldStatus } from './status.ts';
import {
  askedTickets,
  complainedAbout,
  filedByCaller,
  fileTicket,
  newCallerTicket,
  tellTickets,
  toldTickets,
} from './tickets.ts';
import { callingAbout, sentTo } from './vocabulary.ts';

const PAY_PAGES = { amount: payableAmount, open: openPayLink };

const access = 'care.use';
const extension = true;
/** As the documents show a call and its handle. */
const example = { call_id: 'CA1', caller: 'the-caller-of-care-identify' };

/** What voice menus and chat bots ask about the subscriber who calls. Beyond the contract. */
export const careRouter = router({
  identify: endpoint({
    access,
    extension,
    rest: ['/care/identify'],
    example: { call_id: 'CA2', from: '9800000001' },
    summary: 'Say who calls, and get a handle for the rest of the call',
    description:
      'Level 1 is a number on record, level 2 the PIN of the subscriber or a code that was sent. A wrong PIN and a missing one answer alike. The handle is right for 15 minutes, for this call and this login user; the next `care/identify` of the call replaces it.',
  })
    .input(identification)
    .output(identified)
    .mutation(({ ctx, input }) => ctx.transaction((tx) => identify(tx, ctx, input))),

  status: endpoint({
    access,
    extension,
    rest: ['/care/status'],
    example,
    summary: 'How a service is served, as a number and a sentence to read out',
    description:
      'Needs level 1; with `postcode`, at any level, only whether a customer there is in an incident. A voice menu branches by `number`, whose meanings stay; 0 is for a person, also if the answer takes longer than 1.5 seconds. Amounts need level 2, or 1 if the ISP has set `care_dues_by_number`.',
  })
    .input(askedStatus)
    .output(toldStatus)
    .query(({ ctx, input }) => readStatus(ctx, input)),

  pay_link: endpoint({
    access,
    extension,
    rest: ['/care/pay_link'],
    example,
    summary: 'Send the address of a payment page to the number on record',
    description:
      'Needs level 1, a notice on `pay_link`, and a sender for SMS or WhatsApp. The message is sent after the answer. Three a day of a customer.',
  })
    .input(callingAbout)
    .output(sentTo)
    .mutation(({ ctx, input }) => sendPayLink(ctx, PAY_PAGES, input)),

  pin_send: endpoint({
    access,
    extension,
    rest: ['/care/pin_send'],
    example,
    summary: 'Send a code to the number on record',
    description:
      'Needs level 1, a notice on `sign_in_code`, and a sender for SMS or WhatsApp. The caller types the code, and `care/identify` of the same call takes it as `pin`. Three a day of a customer.',
  })
    .input(callingAbout)
    .output(sentTo)
    .mutation(({ ctx, input }) => sendPin(ctx, input)),

  ...chatCalls,

  ticket_create: endpoint({
    access,
    extension,
    rest: ['/care/ticket_create'],
    repeatable: true,
    example: { ...example, categoryid: '1' },
    summary: 'File a ticket',
    description:
      'Needs level 1. If a ticket of the service and category was filed within 24 hours and is open, returns that one, with `existing=Y`.',
  })
    .input(newCallerTicket)
    .output(filedByCaller)
    .mutation(async ({ ctx, input }) => {
      const { db, readIn, kernel, scope, zone } = ctx;
      const { network, clock } = kernel;
      const serviceId = await complainedAbout(db.pool, ctx, input);
      const dependencies = { db: { pool: db.pool, transaction: readIn }, network, clock };
      const verdict = await verdictAtFiling(dependencies, { scope, zone }, serviceId);
      return ctx.transaction((tx) => fileTicket(tx, ctx, input, verdict));
    }),

  ticket_status: endpoint({
    access,
    extension,
    rest: ['/care/ticket_status'],
    example,
    summary: 'What became of the tickets of the caller',
    description: 'Needs level 1. The five newest, or the one with the docket.',
  })
    .input(askedTickets)
    .output(toldTickets)
    .query(({ ctx, input }) => tellTickets(ctx.db.pool, ctx, input)),

  branch,

  callback: endpoint({
    access,
    extension,
    rest: ['/care/callback'],
    repeatable: true,
    example: { ...example, queueid: '1' },
    summary: 'Have the staff call back',
    description: 'At any level. Logs the call, and puts a task into the queue; once for each call.',
  })
    .input(askedCallback)
    .output(done)
    .mutation(({ ctx, input }) => ctx.transaction((tx) => askCallback(tx, ctx, input))),

  restart: endpoint({
    access,
    extension,
    rest: ['/care/restart'],
    example,
    summary: 'End the open sessions of a service, so that its router logs in again',
    description: 'Needs level 2, or 1 if the ISP has set `care_restart_by_number`. Three a day of a service.',
  })
    .input(callingAbout)
    .output(done)
    .mutation(({ ctx, input }) => restartService(ctx, input)),

  language: endpoint({
    access,
    extension,
    rest: ['/care/language'],
    example: { ...example, language: 'hi' },
    summary: 'Choose the language of the caller',
    description: 'At any level, for this call. At level 2 it is kept as the language of the customer.',
  })
    .input(chosenLanguage)
    .output(done)
    .mutation(({ ctx, input }) => ctx.transaction((tx) => chooseLanguage(tx, ctx, input))),

  call_end: endpoint({
    access,
    extension,
    rest: ['/care/call_end'],
    example,
    summary: 'End the handle of a call before its time',
  })
    .input(endedCall)
    .output(done)
    .mutation(({ ctx, input }) => ctx.transaction((tx) => endCall(tx, ctx, input))),
});
