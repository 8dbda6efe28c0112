import { z } from 'zod';
import { badParameter, parameterFault } from '../../../core/fault.ts';
import { updated } from '../../../core/tenancy/scope.ts';
import * as wire from '../../../core/wire/index.ts';
import type { Tx } from '../../../db/database.ts';
import { update } from '../../../db/write.ts';
import type { CareCall } from '../author.ts';
import { lockTask } from './find.ts';
import { NEXT_STATES, TASK_STATES } from './vocabulary.ts';

export const taskMove = z.strictObject({
  id: wire.id(),
  state: wire.oneOf(TASK_STATES),
  report: wire.text(1000).optional(),
});

/** Closes a task, with what came of it, or opens it again. */
export async function moveTask(
  tx: Tx,
  { scope, kernel }: CareCall,
  { id, state, report }: z.output<typeof taskMove>,
): Promise<'done'> {
  if (state === 'Open' && report !== undefined) throw badParameter('report', 'applies only to Done and Cancelled');
  const task = await lockTask(tx, scope, id);
  const next = NEXT_STATES[task.state];
  if (!next.includes(state))
    throw parameterFault('conflict', 'state', `task ${id} is ${task.state}; it can become ${wire.inWords(next)}`);
  const closed =
    state === 'Open'
      ? { closedAt: null, closedBy: null, report: null }
      : { closedAt: kernel.clock.now(), closedBy: scope.by, report: report ?? null };
  update(tx, 'crm.task', [{ id, state, ...closed, ...updated(scope) }]);
  return 'done';
}
