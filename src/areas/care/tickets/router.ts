import { readableBy, runList } from '../../../core/list/index.ts';
import { byId, done } from '../../../core/records/results.ts';
import { updatedRecord } from '../../../core/records/unchanged.ts';
import { endpoint, router } from '../../../rpc/endpoint.ts';
import { exportOf } from '../../../rpc/export.ts';
import { REVEAL, revealedNumbers, revealNumbers } from '../../subscribers/reveal-numbers.ts';
import { queueEndpoints } from '../queues/router.ts';
import { appealEndpoints } from './appeals/router.ts';
import { assignTicket, escalateTicket, ticketAssignment, ticketEscalation } from './assign.ts';
import { boardEndpoints } from './board/router.ts';
import { categoryEndpoints } from './categories/router.ts';
import { clockEndpoints } from './clocks/router.ts';
import { createTicket, filed, newTicket } from './create.ts';
import { editTicket, ticketEdit } from './edit.ts';
import { verdictAtFiling } from './filed-verdict.ts';
import { namedTicket, readTicket, ticketRecord } from './get.ts';
import { TICKET_NEEDS, tickets } from './list.ts';
import { mergeTicket, ticketMerge } from './merge.ts';
import { moveTicket, ticketMove } from './move.ts';
import { rateTicket, ticketRating } from './rate.ts';
import { threadEndpoints } from './thread/router.ts';

/** Complaints of subscribers. Beyond the contract. */
export const ticketRouter = router({
  ...queueEndpoints,
  ...categoryEndpoints,
  ...clockEndpoints,
  ...boardEndpoints,
  ...threadEndpoints,
  ...appealEndpoints,

  create: endpoint({
    access: 'ticket.write',
    rest: ['/ticket/create'],
    extension: true,
    repeatable: true,
    example: { serviceid: '1', text: 'No Internet since the morning', queueid: '1', assigned_to: '2' },
    summary: 'File a ticket',
    description:
      'Returns the docket, which the caller is told. The verdict on the service and its NAS are kept as they are now. Without a customer it is the ticket of a stranger, who needs a `number`.',
  })
    .input(newTicket)
    .output(filed)
    .mutation(async ({ ctx, input }) => {
      const { db, readIn, kernel, scope, zone } = ctx;
      const { network, clock } = kernel;
      const dependencies = { db: { pool: db.pool, transaction: readIn }, network, clock };
      const verdict = await verdictAtFiling(dependencies, { scope, zone }, input.serviceid);
      return ctx.transaction((tx) => createTicket(tx, ctx, input, verdict));
    }),

  list: endpoint({ access: 'ticket.read', rest: ['/ticket/list'], extension: true, summary: 'Tickets' })
    .input(tickets.input)
    .output(tickets.output)
    .query(({ ctx, input }) => {
      const list = readableBy(tickets, TICKET_NEEDS, { permissions: ctx.actor.permissions, input });
      return runList(ctx.db, list, { ...ctx, input });
    }),

  export: exportOf(tickets, { access: 'ticket.read', rest: '/ticket/export', what: 'Tickets', needs: TICKET_NEEDS }),

  get: endpoint({
    access: 'ticket.read',
    rest: ['/ticket/get'],
    extension: true,
    example: { id: '1' },
    summary: 'A ticket with what was written to it',
    description: 'By `id` or `docket`. A reseller sees no internal entries of its ISP.',
  })
    .input(namedTicket)
    .output(ticketRecord)
    .query(({ ctx: { db, scope, zone, actor }, input }) =>
      readTicket(db.pool, { scope, zone, permissions: actor.permissions }, input),
    ),

  phone_reveal: endpoint({
    access: 'phone.reveal',
    rest: ['/ticket/phone_reveal'],
    extension: true,
    summary: 'The number to call back of a ticket, where the ISP masks it',
    description: `${REVEAL} The caller also needs \`ticket.read\`.`,
  })
    .input(byId)
    .output(revealedNumbers)
    .mutation(({ ctx, input: { id } }) => ctx.transaction((tx) => revealNumbers(tx, ctx, { what: 'ticket', id }))),

  move: endpoint({
    access: 'ticket.write',
    rest: ['/ticket/move'],
    extension: true,
    repeatable: true,
    example: { report: 'take' },
    summary: 'Report what was done about a ticket',
    description:
      '`take`, `ask` the subscriber, `refer` it to somebody outside, `book` a visit, `resolve` with a `resolution`, `cancel` with a `reason`, come `back` to it, `reopen` it, `close` it. A move that the status does not allow is refused with 409, which names those that it allows.',
  })
    .input(ticketMove)
    .output(done)
    .mutation(({ ctx, input }) => ctx.transaction((tx) => moveTicket(tx, ctx, input))),

  edit: endpoint({
    access: 'ticket.write',
    rest: ['/ticket/edit'],
    extension: true,
    example: { text: 'No Internet since the evening' },
    updates: updatedRecord('ticket', 'id'),
    summary: 'Change what a ticket is about',
  })
    .input(ticketEdit)
    .output(done)
    .mutation(({ ctx, input }) => ctx.transaction((tx) => editTicket(tx, ctx, input))),

  assign: endpoint({
    access: 'ticket.write',
    rest: ['/ticket/assign'],
    extension: true,
    example: { assigned_to: '2', queueid: '1' },
    updates: updatedRecord('ticket', 'id'),
    summary: 'Say who works on a ticket',
    description: 'An ISP may hand it to the staff of the reseller of the customer, whose ticket it is from then on.',
  })
    .input(ticketAssignment)
    .output(done)
    .mutation(({ ctx, input }) => ctx.transaction((tx) => assignTicket(tx, ctx, input))),

  escalate: endpoint({
    access: 'ticket.write',
    rest: ['/ticket/escalate'],
    extension: true,
    example: { id: '3', reason: 'The fault is in your network' },
    summary: 'Hand a ticket over from a reseller to its ISP',
    description: 'It goes into the queue of its category. The reseller still sees it.',
  })
    .input(ticketEscalation)
    .output(done)
    .mutation(({ ctx, input }) => ctx.transaction((tx) => escalateTicket(tx, ctx, input))),

  rate: endpoint({
    access: 'ticket.write',
    rest: ['/ticket/rate'],
    extension: true,
    example: { id: '4', rating: '5' },
    summary: 'Note how content the subscriber is',
  })
    .input(ticketRating)
    .output(done)
    .mutation(({ ctx, input }) => ctx.transaction((tx) => rateTicket(tx, ctx, input))),

  merge: endpoint({
    access: 'ticket.manage',
    rest: ['/ticket/merge'],
    extension: true,
    repeatable: true,
    example: { into: '2' },
    summary: 'Merge a ticket into another of the same customer',
    description: 'Both dockets answer from then on. Notes and replies to the merged ticket go to the other.',
  })
    .input(ticketMerge)
    .output(done)
    .mutation(({ ctx, input }) => ctx.transaction((tx) => mergeTicket(tx, ctx, input))),
});
