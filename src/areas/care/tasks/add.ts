import type { Tx } from '../../../db/database.ts';
import { nextId } from '../../../db/sql.ts';
import { type Changes, insert } from '../../../db/write.ts';
import { authored, type CareCall } from '../author.ts';
import { refuseUnseen } from '../sight.ts';
import { findHandlers, type Handlers, refuseOthers, refuseOthersCustomer, type Side } from '../staff.ts';
import type { Subject } from '../subject.ts';

/** A task that is to be added. */
export interface Adding extends Handlers {
  readonly ispId: number;
  readonly subject: Subject | null;
  readonly fields: Changes<'crm.task'> & { readonly title: string; readonly dueAt: Date };
  readonly clientRef?: string | undefined;
}

/**
 * Adds a task for a login user, a queue, or both: a member who has taken it. Those of a reseller make it the reseller's task.
 * Returns its id.
 */
export async function addTask(tx: Tx, call: CareCall, adding: Adding): Promise<number> {
  const { ispId, subject, assignedTo, queueId, fields, clientRef } = adding;
  const workers = await findHandlers(tx, call.scope, { assignedTo, queueId });
  const keeperId = call.scope.resellerId ?? workers[0]?.resellerId ?? null;
  refuseOthers({ ispId, keeperId }, workers);
  refuseOthersCustomer(keeperId, subject, workers[0]?.parameter ?? 'customerid');
  const id = await nextId(tx, 'crm.task');
  const about = { customerId: subject?.customerId ?? null, serviceId: subject?.serviceId ?? null };
  const row = { id, ispId, ...about, keeperId, assignedTo, queueId, ...fields };
  insert(tx, 'crm.task', [{ ...row, ...authored(call, clientRef) }]);
  await refuseUnseen(tx, { what: 'task', id }, 'assigned_to', assignedTo);
  return id;
}

/** Checks who is to do a task that the side has already. */
export async function checkHandlers(tx: Tx, call: CareCall, side: Side, handlers: Handlers): Promise<void> {
  refuseOthers(side, await findHandlers(tx, call.scope, handlers));
}
