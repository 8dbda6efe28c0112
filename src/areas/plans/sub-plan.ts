import { z } from 'zod';
import type { Call } from '../../core/call.ts';
import { refuseWhileUsed } from '../../core/dependents.ts';
import { badParameter, badParameters, type FieldFault, notFound } from '../../core/fault.ts';
import { sumOf } from '../../core/money.ts';
import { lockForDelete, lockForUpdate, lockShared } from '../../core/row-locks.ts';
import { created, owned, type Scope } from '../../core/scope.ts';
import { definedFields, updatedValue } from '../../core/updates.ts';
import { decimal, described, flagYN, id, money, text } from '../../core/wire/index.ts';
import type { Tx } from '../../db/database.ts';
import { findPlan } from './update.ts';
import { type PlanPeriod, validityProblem } from './validity.ts';

const units = () => described('how many plan periods long', decimal({ places: 2, min: 0.01, max: 1000 }));

const charged = () => described('what the amount of that number is for', text());

/** Contract 4.7. */
export const newSubPlan = z.strictObject({
  planid: id(),
  name: text(),
  units: units(),
  portal: described('is it offered to subscribers?', flagYN()).default(false),
  charge1: charged(),
  amt1: money(),
  charge2: charged().optional(),
  amt2: money().optional(),
  charge3: charged().optional(),
  amt3: money().optional(),
});

type NewSubPlan = z.output<typeof newSubPlan>;
type Charges = Pick<NewSubPlan, `charge${1 | 2 | 3}` | `amt${1 | 2 | 3}`>;

/** A charge is a name and an amount: one without the other could not be put on an invoice. */
function chargeFaults(input: Charges): FieldFault[] {
  return ([2, 3] as const).flatMap((n): FieldFault[] => {
    const [charge, amt] = [input[`charge${n}`], input[`amt${n}`]];
    if (charge === undefined && amt !== undefined)
      return [{ parameter: `charge${n}`, problem: `is required with amt${n}` }];
    if (amt === undefined && charge !== undefined)
      return [{ parameter: `amt${n}`, problem: `is required with charge${n}` }];
    return [];
  });
}

/** Adds a sub plan to a plan of the caller's side. Returns its id. */
export async function createSubPlan(tx: Tx, scope: Scope, input: NewSubPlan): Promise<number> {
  const faults = chargeFaults(input);
  if (faults.length > 0) throw badParameters(faults);
  const plan = await findPlan(tx, scope, input.planid);
  await lockShared(tx, 'plan', plan.id);
  checkUnits(plan, input.units);
  const subPlan = await tx.subPlan.create({
    data: {
      planId: plan.id,
      ispId: plan.ispId,
      name: input.name,
      units: input.units,
      portal: input.portal,
      ...charges(input),
      ...created(scope),
    },
    select: { id: true },
  });
  return subPlan.id;
}

function checkUnits(plan: PlanPeriod, units: string): void {
  const problem = validityProblem(plan, units);
  if (problem) throw badParameter('units', problem);
}

function charges(input: Charges) {
  return {
    charge1: input.charge1,
    amt1: input.amt1,
    charge2: input.charge2 ?? null,
    amt2: input.amt2 ?? null,
    charge3: input.charge3 ?? null,
    amt3: input.amt3 ?? null,
    price: priceOf(input),
  };
}

const priceOf = ({ amt1, amt2, amt3 }: Charges) => sumOf(amt1, amt2, amt3);

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

/** Changes a sub plan; what was billed already stays as it was. */
export async function updateSubPlan(tx: Tx, scope: Scope, input: z.output<typeof subPlanChange>): Promise<'done'> {
  // The plan first, whose period bounds the units.
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

/** Contract 4.7: one sub plan, or all of a plan. */
export const subPlanDeletion = z.strictObject({ id: id().optional(), planid: id().optional() });

/** Deletes one sub plan, or all of a plan; refused while a service is on one of them. */
export async function deleteSubPlans(
  tx: Tx,
  { scope, kernel }: Call,
  input: z.output<typeof subPlanDeletion>,
): Promise<'done'> {
  if ((input.id === undefined) === (input.planid === undefined))
    throw badParameter('id', 'either id or planid must be given');
  const where =
    input.id === undefined
      ? { planId: (await findPlan(tx, scope, input.planid ?? 0)).id }
      : { id: (await findSubPlan(tx, scope, input.id)).id };
  const subPlans = await tx.subPlan.findMany({
    where: { ...where, deletedAt: null },
    select: { id: true },
    orderBy: { id: 'asc' },
  });
  const ids = subPlans.map((subPlan) => subPlan.id);
  for (const id of ids) await lockForDelete(tx, 'sub plan', id);
  const what = input.id === undefined ? `sub plans of plan ${input.planid}` : `sub plan ${input.id}`;
  refuseWhileUsed(what, { services: await tx.service.count({ where: { subPlanId: { in: ids }, deletedAt: null } }) });
  await tx.subPlan.updateMany({
    where: { id: { in: ids } },
    data: { deletedAt: kernel.clock.now(), updatedBy: scope.by },
  });
  return 'done';
}

async function findSubPlan(tx: Tx, scope: Scope, subPlanId: number) {
  const subPlan = await tx.subPlan.findFirst({
    where: { ...owned(scope), id: subPlanId, deletedAt: null },
    include: { plan: { select: { planPeriod: true, planPeriodUnit: true } } },
  });
  if (!subPlan) throw notFound('sub plan', subPlanId);
  return subPlan;
}
