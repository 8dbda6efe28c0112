import { z } from 'zod';
import type { Call } from '../../core/call.ts';
import { notFound } from '../../core/fault.ts';
import { lockForDelete, lockForUpdate } from '../../core/row-locks.ts';
import { created, owned, type Scope } from '../../core/scope.ts';
import { definedFields } from '../../core/updates.ts';
import { id, money, oneOf, text } from '../../core/wire/index.ts';
import type { Tx } from '../../db/database.ts';
import { ownerOfNew, ownerShape } from '../isps/owner.ts';
import { TOPUP_TYPES, topupVolume } from './vocabulary.ts';

export const newTopupPlan = z.strictObject({
  ...ownerShape(),
  name: text(),
  gb: topupVolume(),
  amt: money(),
  type: oneOf(TOPUP_TYPES),
});

/** Adds a top-up plan. Returns its id. */
export async function createTopupPlan(tx: Tx, scope: Scope, input: z.output<typeof newTopupPlan>): Promise<number> {
  const { name, gb, amt, type } = input;
  const owner = await ownerOfNew(tx, scope, input);
  const data = { ...owner, name, gb, amt, type, ...created(scope) };
  const plan = await tx.topupPlan.create({ data, select: { id: true } });
  return plan.id;
}

/** Everything but `id` may be left out. */
export const topupPlanChange = z.strictObject({
  id: id(),
  ...ownerShape(),
  name: text().optional(),
  gb: topupVolume().optional(),
  amt: money().optional(),
  type: oneOf(TOPUP_TYPES).optional(),
});

/** Changes a top-up plan; what was bought of it already stays as it was. */
export async function updateTopupPlan(tx: Tx, scope: Scope, input: z.output<typeof topupPlanChange>): Promise<'done'> {
  await lockForUpdate(tx, scope, { what: 'top-up plan', id: input.id });
  const plan = await findTopupPlan(tx, scope, input.id);
  const { name, gb, amt, type } = input;
  const moves = input.ispid !== undefined || input.resellerid !== undefined;
  const owner = moves
    ? await ownerOfNew(tx, scope, {
        ispid: input.ispid ?? plan.ispId,
        resellerid: input.resellerid ?? plan.resellerId ?? 0,
      })
    : {};
  await tx.topupPlan.update({
    where: { id: plan.id },
    data: { ...owner, ...definedFields({ name, gb, amt, type }), updatedBy: scope.by },
  });
  return 'done';
}

/** Deletes a top-up plan: nobody can buy it any more, and what was bought lasts. */
export async function deleteTopupPlan(tx: Tx, { scope, kernel }: Call, planId: number): Promise<'done'> {
  await findTopupPlan(tx, scope, planId);
  await lockForDelete(tx, 'top-up plan', planId);
  await tx.topupPlan.update({
    where: { id: planId },
    data: { deletedAt: kernel.clock.now(), updatedBy: scope.by },
  });
  return 'done';
}

async function findTopupPlan(tx: Tx, scope: Scope, planId: number) {
  const plan = await tx.topupPlan.findFirst({
    where: { ...owned(scope), id: planId, deletedAt: null },
    select: { id: true, ispId: true, resellerId: true },
  });
  if (!plan) throw notFound('top-up plan', planId);
  return plan;
}
