import { z } from 'zod';
import { badParameter, Fault } from '../../../core/fault.ts';
import { definedFields } from '../../../core/records/updates.ts';
import { updated } from '../../../core/tenancy/scope.ts';
import * as wire from '../../../core/wire/index.ts';
import type { Tx } from '../../../db/database.ts';
import { update } from '../../../db/write.ts';
import type { CareCall } from '../author.ts';
import { refuseUnseen } from '../sight.ts';
import { checkHandlers } from './add.ts';
import { lockTask } from './find.ts';
import { taskShape } from './vocabulary.ts';

export const taskChange = z.strictObject({
  id: wire.id(),
  title: taskShape.title.optional(),
  text: taskShape.text.nullable().optional(),
  due_at: taskShape.due_at.optional(),
  assigned_to: taskShape.assigned_to.nullable().optional(),
  queueid: taskShape.queueid.nullable().optional(),
});

/** Changes an open task, or who does it: one of the same staff. */
export async function updateTask(tx: Tx, call: CareCall, input: z.output<typeof taskChange>): Promise<'done'> {
  const { id, title, text, due_at: dueAt, assigned_to: assignedTo, queueid: queueId } = input;
  const task = await lockTask(tx, call.scope, id);
  if (task.state !== 'Open') throw new Fault('conflict', `task ${id} is ${task.state}; move it to Open first`);
  await checkHandlers(tx, call, task, { assignedTo: assignedTo ?? null, queueId: queueId ?? null });
  const left = [
    assignedTo === undefined ? task.assignedTo : assignedTo,
    queueId === undefined ? task.queueId : queueId,
  ];
  if (left.every((handler) => handler === null))
    throw badParameter(assignedTo === null ? 'assigned_to' : 'queueid', 'must stay: nobody else does the task');
  const changes = definedFields({ title, text, dueAt, assignedTo, queueId });
  update(tx, 'crm.task', [{ id, ...changes, ...updated(call.scope) }]);
  await refuseUnseen(tx, { what: 'task', id }, 'assigned_to', assignedTo ?? null);
  return 'done';
}
