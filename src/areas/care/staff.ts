import { parameterFault } from '../../core/fault.ts';
import { readShared } from '../../core/records/row-locks.ts';
import type { Owner } from '../../core/tenancy/owner.ts';
import type { Scope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import type { Subject } from './subject.ts';

/** Whose staff works with a record: `keeperId` null is the staff of the ISP. */
export interface Side {
  readonly ispId: number;
  readonly keeperId: number | null;
}

/** Who works on something: a login user, or a queue. */
export interface Worker extends Owner {
  readonly parameter: string;
}

interface Colleague extends Owner {
  readonly username: string;
  readonly status: string;
}

const OWNER = sql`x.isp_id AS "ispId", x.reseller_id AS "resellerId"`;
const COLLEAGUE = sql`${OWNER}, x.username, x.status`;

/** A login user whom the caller sees and who can work, locked against moving to another owner. */
export async function findColleague(tx: Tx, scope: Scope, parameter: string, userId: number): Promise<Worker> {
  const user = await readShared<Colleague>(tx, scope, { what: 'login user', id: userId }, COLLEAGUE);
  if (user.status !== 'Active') throw parameterFault('conflict', parameter, `login user ${user.username} is suspended`);
  return { ispId: user.ispId, resellerId: user.resellerId, parameter };
}

/** A queue that the caller sees, locked against deletion. */
export async function findQueue(tx: Tx, scope: Scope, parameter: string, queueId: number): Promise<Worker> {
  const queue = await readShared<Owner>(tx, scope, { what: 'queue', id: queueId }, OWNER);
  return { ...queue, parameter };
}

/** Who works on a ticket or a task: a login user, a queue, or both: a member who has taken it. */
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

/** @throws Fault of kind `conflict` for a worker of another side */
export function refuseOthers({ ispId, keeperId }: Side, workers: readonly Worker[]): void {
  const other = workers.find((worker) => worker.ispId !== ispId || worker.resellerId !== keeperId);
  if (other) throw parameterFault('conflict', other.parameter, `does not belong to ${sideName(keeperId)}`);
}

/** The staff of a reseller works for its own customers only. @throws Fault of kind `conflict` */
export function refuseOthersCustomer(keeperId: number | null, subject: Subject | null, parameter: string): void {
  if (keeperId === null || subject === null || subject.resellerId === keeperId) return;
  throw parameterFault('conflict', parameter, `customer ${subject.customerId} is not one of reseller ${keeperId}`);
}

const sideName = (keeperId: number | null) => (keeperId === null ? 'the staff of the ISP' : `reseller ${keeperId}`);
