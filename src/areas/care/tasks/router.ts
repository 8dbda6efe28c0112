import { readableBy, runList } from '../../../core/list/index.ts';
import { done, newId } from '../../../core/records/results.ts';
import { updatedRecord } from '../../../core/records/unchanged.ts';
import { endpoint, router } from '../../../rpc/endpoint.ts';
import { CARE_NEEDS } from '../columns.ts';
import { createTask, newTask } from './create.ts';
import { myTasks, tasks } from './list.ts';
import { moveTask, taskMove } from './move.ts';
import { taskChange, updateTask } from './update.ts';

/** What the staff is to do. Beyond the contract. */
export const taskRouter = router({
  create: endpoint({
    access: 'note.write',
    rest: ['/task/create'],
    extension: true,
    repeatable: true,
    example: { title: 'Send the cable plan', assigned_to: '2', queueid: '1' },
    summary: 'Add a task',
    description:
      'It is for a login user, for whichever member of a queue takes it, or, without both, for the caller. A task for the staff of a reseller is the reseller’s from then on.',
  })
    .input(newTask)
    .output(newId())
    .mutation(({ ctx, input }) => ctx.transaction((tx) => createTask(tx, ctx, input))),

  list: endpoint({ access: 'note.read', rest: ['/task/list'], extension: true, summary: 'Tasks' })
    .input(tasks.input)
    .output(tasks.output)
    .query(({ ctx, input }) => {
      const list = readableBy(tasks, CARE_NEEDS, { permissions: ctx.actor.permissions, input });
      return runList(ctx.db, list, { ...ctx, input });
    }),

  mine: endpoint({
    access: 'note.read',
    rest: ['/task/mine'],
    extension: true,
    summary: 'Open tasks of the caller',
    description:
      'Tasks assigned to the caller, and those that nobody has taken yet from a queue whose member the caller is.',
  })
    .input(myTasks.input)
    .output(myTasks.output)
    .query(({ ctx, input }) => {
      const list = readableBy(myTasks, CARE_NEEDS, { permissions: ctx.actor.permissions, input });
      return runList(ctx.db, list, { ...ctx, input });
    }),

  update: endpoint({
    access: 'note.write',
    rest: ['/task/update'],
    extension: true,
    example: { title: 'Send the cable plan', assigned_to: '2', queueid: '1' },
    updates: updatedRecord('task', 'id'),
    summary: 'Change an open task, or who does it',
  })
    .input(taskChange)
    .output(done)
    .mutation(({ ctx, input }) => ctx.transaction((tx) => updateTask(tx, ctx, input))),

  move: endpoint({
    access: 'note.write',
    rest: ['/task/move'],
    extension: true,
    repeatable: true,
    example: { state: 'Done', report: 'Sent by e-mail' },
    summary: 'Close a task, or open it again',
  })
    .input(taskMove)
    .output(done)
    .mutation(({ ctx, input }) => ctx.transaction((tx) => moveTask(tx, ctx, input))),
});
