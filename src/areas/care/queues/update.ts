import { z } from 'zod';
import type { Call } from '../../../core/call.ts';
import { refuseWhileUsed } from '../../../core/records/dependents.ts';
import { lockForDelete, lockForUpdate, readForUpdate } from '../../../core/records/row-locks.ts';
import { definedFields } from '../../../core/records/updates.ts';
import type { Owner } from '../../../core/tenancy/owner.ts';
import * as wire from '../../../core/wire/index.ts';
import type { Tx } from '../../../db/database.ts';
import { sql } from '../../../db/sql.ts';
import { PENDING } from '../tickets/life-cycle.ts';
import { queueShape } from './create.ts';
import { checkMembers } from './members.ts';

export const queueChange = z.strictObject({ id: wire.id(), ...z.object(queueShape).partial().shape });

/** `members` are all members from now on. */
export async function updateQueue(
  tx: Tx,
  { scope }: Call,
  { id, name, members, assignment }: z.output<typeof queueChange>,
): Promise<'done'> {
  const columns = sql`x.isp_id AS "ispId", x.reseller_id AS "resellerId"`;
  const owner = await readForUpdate<Owner>(tx, scope, { what: 'queue', id }, columns);
  if (members !== undefined) await checkMembers(tx, scope, owner, members);
  const data = { ...definedFields({ name, assignment, memberIds: members }), updatedBy: scope.by };
  await tx.careQueue.update({ where: { id }, data, select: { id: true } });
  return 'done';
}

/** @throws Fault of kind `conflict` while a task or a ticket waits in it, or a category puts tickets into it */
export async function deleteQueue(tx: Tx, { scope, kernel }: Call, id: number): Promise<'done'> {
  await lockForUpdate(tx, scope, { what: 'queue', id });
  await lockForDelete(tx, 'queue', id);
  refuseWhileUsed(`queue ${id}`, {
    'open tasks': await tx.task.count({ where: { queueId: id, state: 'Open' } }),
    'open tickets': await tx.ticket.count({ where: { queueId: id, status: { in: [...PENDING] } } }),
    'ticket categories': await tx.ticketCategory.count({ where: { queueId: id, deletedAt: null } }),
  });
  const data = { deletedAt: kernel.clock.now(), updatedBy: scope.by };
  await tx.careQueue.update({ where: { id }, data, select: { id: true } });
  return 'done';
}
