import { z } from 'zod';
import type { Call } from '../../../../core/call.ts';
import { refuseWhileUsed } from '../../../../core/records/dependents.ts';
import { lockForDelete, lockForUpdate, readForUpdate } from '../../../../core/records/row-locks.ts';
import { definedFields } from '../../../../core/records/updates.ts';
import * as wire from '../../../../core/wire/index.ts';
import type { Tx } from '../../../../db/database.ts';
import { sql } from '../../../../db/sql.ts';
import { PENDING } from '../life-cycle.ts';
import { categoryShape, checkQueue, refuseReseller } from './create.ts';

export const categoryChange = z.strictObject({
  id: wire.id(),
  name: categoryShape.name.optional(),
  priority: categoryShape.priority.optional(),
  queueid: categoryShape.queueid.nullable().optional(),
  legal_days: categoryShape.legal_days.nullable().optional(),
  portal: categoryShape.portal.optional(),
  technical: categoryShape.technical.optional(),
});

/** Changes a category for the tickets to come. */
export async function updateCategory(tx: Tx, { scope }: Call, input: z.output<typeof categoryChange>): Promise<'done'> {
  refuseReseller(scope);
  const { id, queueid: queueId, legal_days: legalDays, ...fields } = input;
  const record = { what: 'ticket category', id } as const;
  const { ispId } = await readForUpdate<{ ispId: number }>(tx, scope, record, sql`x.isp_id AS "ispId"`);
  if (typeof queueId === 'number') await checkQueue(tx, scope, { ispId, queueId });
  const data = { ...definedFields({ ...fields, queueId, legalDays }), updatedBy: scope.by };
  await tx.ticketCategory.update({ where: { id }, data, select: { id: true } });
  return 'done';
}

/** @throws Fault of kind `conflict` while a ticket of it is open */
export async function deleteCategory(tx: Tx, { scope, kernel }: Call, id: number): Promise<'done'> {
  refuseReseller(scope);
  await lockForUpdate(tx, scope, { what: 'ticket category', id });
  await lockForDelete(tx, 'ticket category', id);
  const open = await tx.ticket.count({ where: { categoryId: id, status: { in: [...PENDING] } } });
  refuseWhileUsed(`ticket category ${id}`, { 'open tickets': open });
  const data = { deletedAt: kernel.clock.now(), updatedBy: scope.by };
  await tx.ticketCategory.update({ where: { id }, data, select: { id: true } });
  return 'done';
}
