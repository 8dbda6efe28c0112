import { z } from 'zod';
import type { Call } from '../../core/call.ts';
import { refuseWhileUsed } from '../../core/dependents.ts';
import { Fault, notFound } from '../../core/fault.ts';
import { lockForDelete, lockForUpdate } from '../../core/row-locks.ts';
import type { Scope } from '../../core/scope.ts';
import { definedFields } from '../../core/updates.ts';
import { email, flag01, id, mobile, ownerCode, text } from '../../core/wire/index.ts';
import type { Tx } from '../../db/database.ts';

/** Contract 4.10: everything but `ispid` may be left out. */
export const ispChange = z.strictObject({
  ispid: id(),
  name: text().optional(),
  code: ownerCode().optional(),
  address: text(500).nullable().optional(),
  mobile: mobile().optional(),
  email: email().optional(),
  country: text().optional(),
  state: text().nullable().optional(),
  enable_usage_limit: flag01().optional(),
});

/** Changes an ISP. Whether its credits are enforced is for the server administrator to say. */
export async function updateIsp(tx: Tx, scope: Scope, input: z.output<typeof ispChange>): Promise<'Done'> {
  const { ispid, enable_usage_limit: enableUsageLimit, ...fields } = input;
  await lockForUpdate(tx, scope, { what: 'ISP', id: ispid });
  if (enableUsageLimit !== undefined && scope.ispId !== null) {
    throw new Fault('forbidden', 'enable_usage_limit: only the server administrator may change it');
  }
  await tx.isp.update({
    where: { id: ispid },
    data: { ...definedFields({ ...fields, enableUsageLimit }), updatedBy: scope.by },
  });
  return 'Done';
}

export const namedIsp = z.strictObject({ ispid: id() });

/** Deletes an ISP that nothing depends on; its users are locked out, its history stays. */
export async function deleteIsp(tx: Tx, { scope, kernel }: Call, ispId: number): Promise<'Done'> {
  await findIsp(tx, scope, ispId);
  await lockForDelete(tx, 'ISP', ispId);
  const where = { ispId, deletedAt: null };
  refuseWhileUsed(`ISP ${ispId}`, {
    resellers: await tx.reseller.count({ where }),
    customers: await tx.customer.count({ where }),
    plans: await tx.plan.count({ where }),
    NASes: await tx.nas.count({ where }),
    'IP pools': await tx.ipPool.count({ where: { ispId } }),
    'pending leads': await tx.lead.count({ where: { ispId, closedAt: null } }),
  });
  await tx.isp.update({ where: { id: ispId }, data: { deletedAt: kernel.clock.now(), updatedBy: scope.by } });
  return 'Done';
}

export async function findIsp(tx: Tx, scope: Scope, ispId: number) {
  const mine = scope.ispId === null || scope.ispId === ispId;
  const isp = mine ? await tx.isp.findFirst({ where: { id: ispId, deletedAt: null } }) : null;
  if (!isp) throw notFound('ISP', ispId);
  return isp;
}
