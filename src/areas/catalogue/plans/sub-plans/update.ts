import { z } from 'zod';
import { badParameters } from '../../../../core/fault.ts';
import { lockForUpdate, lockShared } from '../../../../core/records/row-locks.ts';
import { definedFields, updatedValue } from '../../../../core/records/updates.ts';
import type { Scope } from '../../../../core/tenancy/scope.ts';
import { flagYN, id, money, text } from '../../../../core/wire/index.ts';
import type { Tx } from '../../../../db/database.ts';
import { findSubPlan } from './find.ts';
import { type Charges, chargeFaults, checkUnits, priceOf, units } from './rules.ts';
/** Contract 4.7: everything but `id` may be left out. */
export const subPlanChange = z.strictObject({
  id: id(),
  name: text().optional(),
  units: units().optional(),
  portal: flagYN().optional(),
  charge1: text().optional(),
  amt1: money().optional(),
  charge2: text().nullable().optional(),
  amt2: money().nullable().optional(),
  charge3: text().nullable().optional(),
  amt3: money().nullable().optional(),
});

/** Changes a sub plan; existing bills stay as they are. */
export async function updateSubPlan(tx: Tx, scope: Scope, input: z.output<typeof subPlanChange>): Promise<'done'> {
  // The plan is locked first: its period limits the units.
  const { planId } = await findSubPlan(tx, scope, input.id);
  await lockShared(tx, 'plan', planId);
  await lockForUpdate(tx, scope, { what: 'sub plan', id: input.id });
  const subPlan = await findSubPlan(tx, scope, input.id);
  const changed: Charges = {
    charge1: input.charge1 ?? subPlan.charge1,
    amt1: input.amt1 ?? subPlan.amt1.toFixed(2),
    charge2: updatedValue(input.charge2, subPlan.charge2),
    amt2: updatedValue(input.amt2, subPlan.amt2?.toFixed(2) ?? null),
    charge3: updatedValue(input.charge3, subPlan.charge3),
    amt3: updatedValue(input.amt3, subPlan.amt3?.toFixed(2) ?? null),
  };
  const faults = chargeFaults(changed);
  if (faults.length > 0) throw badParameters(faults);
  if (input.units !== undefined) checkUnits(subPlan.plan, input.units);
  const { id: _, ...fields } = input;
  await tx.subPlan.update({
    where: { id: subPlan.id },
    data: { ...definedFields(fields), price: priceOf(changed), updatedBy: scope.by },
  });
  return 'done';
}
