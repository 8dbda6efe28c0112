import { z } from 'zod';
import { ownerOfNew, ownerShape } from '../../../core/tenancy/owner.ts';
import { created, type Scope } from '../../../core/tenancy/scope.ts';
import { TOPUP_TYPES, topupVolume } from '../../../core/vocabulary/topup-plan.ts';
import { money, oneOf, text } from '../../../core/wire/index.ts';
import type { Tx } from '../../../db/database.ts';

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
