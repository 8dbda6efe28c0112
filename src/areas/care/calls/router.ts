import { readableBy, runList } from '../../../core/list/index.ts';
import { byId, done, newId } from '../../../core/records/results.ts';
import { updatedRecord } from '../../../core/records/unchanged.ts';
import { endpoint, router } from '../../../rpc/endpoint.ts';
import { REVEAL, revealedNumbers, revealNumbers } from '../../subscribers/reveal-numbers.ts';
import { CARE_NEEDS } from '../columns.ts';
import { createCall, newCall } from './create.ts';
import { calls } from './list.ts';
import { callChange, updateCall } from './update.ts';

/** Telephone calls of the staff. Beyond the contract. */
export const callRouter = router({
  create: endpoint({
    access: 'note.write',
    rest: ['/call/create'],
    extension: true,
    repeatable: true,
    example: { number: '9800000001', outcome: 'Callback', agentid: '2', queueid: '1' },
    summary: 'Log a telephone call',
    description:
      'Without a customer it is a stranger’s call, which is removed after 90 days. The outcome `Callback` puts a task into the queue.',
  })
    .input(newCall)
    .output(newId())
    .mutation(({ ctx, input }) => ctx.transaction((tx) => createCall(tx, ctx, input))),

  list: endpoint({ access: 'note.read', rest: ['/call/list'], extension: true, summary: 'Telephone calls' })
    .input(calls.input)
    .output(calls.output)
    .query(({ ctx, input }) => {
      const list = readableBy(calls, CARE_NEEDS, { permissions: ctx.actor.permissions, input });
      return runList(ctx.db, list, { ...ctx, input });
    }),

  phone_reveal: endpoint({
    access: 'phone.reveal',
    rest: ['/call/phone_reveal'],
    extension: true,
    summary: 'The number of a call, where the ISP masks it',
    description: `${REVEAL} The caller also needs \`note.read\`.`,
  })
    .input(byId)
    .output(revealedNumbers)
    .mutation(({ ctx, input: { id } }) => ctx.transaction((tx) => revealNumbers(tx, ctx, { what: 'call', id }))),

  update: endpoint({
    access: 'note.write',
    rest: ['/call/update'],
    extension: true,
    example: { outcome: 'Answered', note: 'Asked for the invoice of June' },
    updates: updatedRecord('call', 'id'),
    summary: 'Change what came of a call, or say who called',
  })
    .input(callChange)
    .output(done)
    .mutation(({ ctx, input }) => ctx.transaction((tx) => updateCall(tx, ctx, input))),
});
