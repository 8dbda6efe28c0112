import { runList } from '../../../../core/list/index.ts';
import { done, newId } from '../../../../core/records/results.ts';
import { endpoint } from '../../../../rpc/endpoint.ts';
import { fileAppeal, newAppeal } from './file.ts';
import { appeals } from './list.ts';
import { appealMove, moveAppeal } from './move.ts';

/** Appeals of subscribers. Beyond the contract. */
export const appealEndpoints = {
  appeal: endpoint({
    access: 'ticket.write',
    rest: ['/ticket/appeal'],
    extension: true,
    repeatable: true,
    example: { id: '4', text: 'The connection is still slow every evening' },
    summary: 'File an appeal of the subscriber',
    description:
      'Against how a ticket was resolved, or because it is still open beyond the limit of the law. A ticket has one appeal, or another after it was withdrawn. Returns the id of the appeal.',
  })
    .input(newAppeal)
    .output(newId())
    .mutation(({ ctx, input }) => ctx.transaction((tx) => fileAppeal(tx, ctx, input))),

  appeal_move: endpoint({
    access: 'ticket.manage',
    rest: ['/ticket/appeal_move'],
    extension: true,
    repeatable: true,
    example: { report: 'acknowledge' },
    summary: 'Report what became of an appeal',
    description:
      '`acknowledge` it, then `uphold` or `reject` it with a `decision`, which the subscriber is told; or `withdraw` it for the subscriber. Only the ISP decides appeals. A move that the status does not allow is refused with 409, which names those that it allows.',
  })
    .input(appealMove)
    .output(done)
    .mutation(({ ctx, input }) => ctx.transaction((tx) => moveAppeal(tx, ctx, input))),

  appeal_list: endpoint({
    access: 'ticket.read',
    rest: ['/ticket/appeal_list'],
    extension: true,
    summary: 'Appeals of subscribers',
  })
    .input(appeals.input)
    .output(appeals.output)
    .query(({ ctx, input }) => runList(ctx.db, appeals, { ...ctx, input })),
};
