import { endpoint } from '../../../../rpc/endpoint.ts';
import {
  countTickets,
  readTicketBoard,
  ticketBoard,
  ticketBoardInput,
  ticketCountInput,
  ticketCounts,
} from './board.ts';

/** How many tickets are where. Beyond the contract. */
export const boardEndpoints = {
  board: endpoint({
    access: 'ticket.read',
    rest: ['/ticket/board'],
    extension: true,
    summary: 'Tickets by status',
    description:
      'The number of tickets in each status before `Resolved`, up to 10,000, and the first of them, oldest first.',
  })
    .input(ticketBoardInput)
    .output(ticketBoard)
    .query(({ ctx, input }) => readTicketBoard({ ...ctx, permissions: ctx.actor.permissions }, input)),

  status_count: endpoint({
    access: 'ticket.read',
    rest: ['/ticket/status_count'],
    extension: true,
    summary: 'How many tickets are in each status',
    description: '10,000 stands for that many or more.',
  })
    .input(ticketCountInput)
    .output(ticketCounts)
    .query(({ ctx, input }) => countTickets({ ...ctx, permissions: ctx.actor.permissions }, input)),
};
