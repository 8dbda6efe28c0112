import { runList } from '../../../core/list/index.ts';
import { byId, done, newId } from '../../../core/records/results.ts';
import { updatedRecord } from '../../../core/records/unchanged.ts';
import { endpoint } from '../../../rpc/endpoint.ts';
import { createQueue, newQueue } from './create.ts';
import { queues } from './list.ts';
import { deleteQueue, queueChange, updateQueue } from './update.ts';

/** Queues, which tasks and tickets wait in. Beyond the contract. */
export const queueEndpoints = {
  queue_create: endpoint({
    access: 'ticket.manage',
    rest: ['/ticket/queue_create'],
    extension: true,
    repeatable: true,
    example: { name: 'Second level', resellerid: '0', members: '2' },
    summary: 'Add a queue',
    description:
      'Each member sees the tasks that wait in it under `task/mine`. With `assignment` RoundRobin or FewestOpen, a ticket that comes into the queue without an assignee is given to one of the active members who see its location: to the next in turn, or to the one with the fewest open tickets.',
  })
    .input(newQueue)
    .output(newId())
    .mutation(({ ctx, input }) => ctx.transaction((tx) => createQueue(tx, ctx, input))),

  queue_list: endpoint({
    access: 'note.read',
    rest: ['/ticket/queue_list'],
    extension: true,
    summary: 'Queues and their members',
  })
    .input(queues.input)
    .output(queues.output)
    .query(({ ctx, input }) => runList(ctx.db, queues, { ...ctx, input })),

  queue_update: endpoint({
    access: 'ticket.manage',
    rest: ['/ticket/queue_update'],
    extension: true,
    example: { name: 'First level', members: '2' },
    updates: updatedRecord('queue', 'id'),
    summary: 'Rename a queue, replace its members, or say how tickets are given to them',
  })
    .input(queueChange)
    .output(done)
    .mutation(({ ctx, input }) => ctx.transaction((tx) => updateQueue(tx, ctx, input))),

  queue_delete: endpoint({
    access: 'ticket.manage',
    rest: ['/ticket/queue_delete'],
    extension: true,
    summary: 'Delete a queue in which nothing waits',
  })
    .input(byId)
    .output(done)
    .mutation(({ ctx, input }) => ctx.transaction((tx) => deleteQueue(tx, ctx, input.id))),
};
