import { parameterFault } from '../../../core/fault.ts';
import type { Scope } from '../../../core/tenancy/scope.ts';
import type { Tx } from '../../../db/database.ts';
import { findColleague, findQueue, refuseOthers, type Side, type Worker } from '../staff.ts';

/** Who works on a ticket: a login user, a queue, or both: a member who has taken it. */
export interface Handlers {
  readonly assignedTo: number | null;
  readonly queueId: number | null;
}

export async function findHandlers(tx: Tx, scope: Scope, { assignedTo, queueId }: Handlers): Promise<Worker[]> {
  const workers: Worker[] = [];
  if (assignedTo !== null) workers.push(await findColleague(tx, scope, 'assigned_to', assignedTo));
  if (queueId !== null) workers.push(await findQueue(tx, scope, 'queueid', queueId));
  return workers;
}

interface Handled {
  readonly ispId: number;
  /** Of the customer. */
  readonly resellerId: number | null;
}

/**
 * Whose ticket it is with these workers: an ISP may hand it to the staff of the customer's reseller, and take it back.
 * @throws Fault of kind `conflict` for workers of different staffs, or of another reseller
 */
export function keeperWith({ ispId, resellerId }: Handled, workers: readonly [Worker, ...Worker[]]): Side {
  const [{ resellerId: keeperId, parameter }] = workers;
  if (keeperId !== null && keeperId !== resellerId)
    throw parameterFault('conflict', parameter, 'belongs to a reseller whose customer this is not');
  const side = { ispId, keeperId };
  refuseOthers(side, workers);
  return side;
}
