import type { Subscriber } from '../../../../core/access/subscriber.ts';
import { done } from '../../../../core/records/results.ts';
import { subscriberEndpoint } from '../../../../rpc/endpoint.ts';
import { verdictAtFiling } from '../filed-verdict.ts';
import { appealAsSubscriber, withdrawAsSubscriber } from './appeal.ts';
import { readingOf } from './call.ts';
import { fileOwnTicket, ownFiling } from './file.ts';
import { addOwnPhoto, ownPhoto } from './photo.ts';
import { help, ownThread, ownTicket, readHelp, readThread, whichTicket } from './read.ts';
import {
  closeAsSubscriber,
  ownAnswer,
  ownRating,
  rateAsSubscriber,
  reopenAsSubscriber,
  replyAsSubscriber,
} from './write.ts';

/** The subscriber is the author, and no login user. */
const own = <C extends { readonly subscriber: Subscriber }>(ctx: C) => ({
  ...ctx,
  actor: { userId: null, ispId: ctx.subscriber.ispId },
});

/** Tickets on the subscriber's own pages. */
export const ownTicketEndpoints = {
  help: subscriberEndpoint({ summary: 'Your tickets, and what a ticket can be about', like: 'ticket.read' })
    .output(help)
    .query(({ ctx }) => readHelp(ctx.db.pool, readingOf(own(ctx)))),

  ticket: subscriberEndpoint({ summary: 'A ticket with what was written', like: 'ticket.read' })
    .input(whichTicket)
    .output(ownThread)
    .query(({ ctx, input }) => readThread(ctx.db.pool, readingOf(own(ctx)), input.id)),

  ticket_file: subscriberEndpoint({ summary: 'File a ticket about a service', like: 'ticket.write' })
    .input(ownFiling)
    .output(ownTicket)
    .mutation(async ({ ctx, input }) => {
      const { db, readIn, kernel, scope, zone } = ctx;
      const dependencies = { db: { pool: db.pool, transaction: readIn }, network: kernel.network, clock: kernel.clock };
      const verdict = await verdictAtFiling(dependencies, { scope, zone }, input.serviceid);
      return ctx.transaction((tx) => fileOwnTicket(tx, own(ctx), input, verdict));
    }),

  ticket_photo: subscriberEndpoint({ summary: 'Add a photo to a ticket', like: 'ticket.write', upload: true })
    .input(ownPhoto)
    .output(done)
    .mutation(({ ctx, input }) => addOwnPhoto(own(ctx), input.id)),

  ticket_reply: subscriberEndpoint({ summary: 'Write to the provider about a ticket', like: 'ticket.write' })
    .input(ownAnswer)
    .output(done)
    .mutation(({ ctx, input }) => ctx.transaction((tx) => replyAsSubscriber(tx, own(ctx), input))),

  ticket_reopen: subscriberEndpoint({ summary: 'Reopen a ticket that is not resolved', like: 'ticket.write' })
    .input(ownAnswer)
    .output(done)
    .mutation(({ ctx, input }) => ctx.transaction((tx) => reopenAsSubscriber(tx, own(ctx), input))),

  ticket_close: subscriberEndpoint({ summary: 'Confirm that a ticket is resolved', like: 'ticket.write' })
    .input(whichTicket)
    .output(done)
    .mutation(({ ctx, input }) => ctx.transaction((tx) => closeAsSubscriber(tx, own(ctx), input.id))),

  ticket_rate: subscriberEndpoint({ summary: 'Rate how a ticket was resolved', like: 'ticket.write' })
    .input(ownRating)
    .output(done)
    .mutation(({ ctx, input }) => ctx.transaction((tx) => rateAsSubscriber(tx, own(ctx), input))),

  ticket_appeal: subscriberEndpoint({ summary: 'Appeal against how a ticket was resolved', like: 'ticket.write' })
    .input(ownAnswer)
    .output(done)
    .mutation(({ ctx, input }) => ctx.transaction((tx) => appealAsSubscriber(tx, own(ctx), input))),

  ticket_withdraw: subscriberEndpoint({ summary: 'Withdraw an appeal that is not decided', like: 'ticket.write' })
    .input(whichTicket)
    .output(done)
    .mutation(({ ctx, input }) => ctx.transaction((tx) => withdrawAsSubscriber(tx, own(ctx), input.id))),
};
