import { z } from 'zod';
import { badParameter } from '../../../core/fault.ts';
import { ispShape } from '../../../core/tenancy/owner.ts';
import type { Tx } from '../../../db/database.ts';
import type { CareCall } from '../author.ts';
import { clientRef, madeBefore } from '../client-ref.ts';
import { subjectColumns, subjectShape } from '../subject.ts';
import { addTask } from './add.ts';
import { taskShape } from './vocabulary.ts';

export const newTask = z.strictObject({
  ...ispShape(),
  ...subjectShape(),
  title: taskShape.title,
  text: taskShape.text.optional(),
  due_at: taskShape.due_at,
  assigned_to: taskShape.assigned_to.optional(),
  queueid: taskShape.queueid.optional(),
  client_ref: clientRef().optional(),
});

/** Adds a task. Without `assigned_to` and `queueid` it is the caller's own. Returns its id. */
export async function createTask(tx: Tx, call: CareCall, input: z.output<typeof newTask>): Promise<number> {
  const { title, text, due_at: dueAt, queueid, client_ref: ref } = input;
  const made = await madeBefore(tx, call, 'crm.task', ref);
  if (made !== undefined) return made;
  const { ispId, subject } = await subjectColumns(tx, call.scope, input);
  const assignedTo = input.assigned_to ?? (queueid === undefined ? callerOf(call) : null);
  const fields = { title, text: text ?? null, dueAt };
  return addTask(tx, call, { ispId, subject, assignedTo, queueId: queueid ?? null, fields, clientRef: ref });
}

/** The server administrator works for no ISP. */
function callerOf({ actor }: CareCall): number {
  if (actor.ispId === null) throw badParameter('assigned_to', 'is required without queueid');
  return actor.userId;
}
