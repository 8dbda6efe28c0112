import { newId } from '../../../../core/records/results.ts';
import { endpoint } from '../../../../rpc/endpoint.ts';
import { noteTicket, replyToTicket, ticketNote, ticketReply } from '../entries.ts';

/** What is written to a ticket. Beyond the contract. */
export const threadEndpoints = {
  note: endpoint({
    access: 'note.write',
    rest: ['/ticket/note'],
    extension: true,
    repeatable: true,
    example: { text: 'The cable to the house is damaged' },
    summary: 'Write a note to a ticket, for the staff',
    description: 'The subscriber never sees it. A reseller sees the shared notes of its ISP, not the internal ones.',
  })
    .input(ticketNote)
    .output(newId())
    .mutation(({ ctx, input }) => ctx.transaction((tx) => noteTicket(tx, ctx, input))),

  reply: endpoint({
    access: 'ticket.write',
    rest: ['/ticket/reply'],
    extension: true,
    repeatable: true,
    example: { text: 'A technician comes tomorrow between 10 and 12' },
    summary: 'Answer the subscriber',
  })
    .input(ticketReply)
    .output(newId())
    .mutation(({ ctx, input }) => ctx.transaction((tx) => replyToTicket(tx, ctx, input))),
};
