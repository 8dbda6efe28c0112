import { Decimal } from 'decimal.js';
import { z } from 'zod';
import { badParameter, badParameters, type FieldFault, notFound } from '../../core/fault.ts';
import { sumOf } from '../../core/money.ts';
import { created, owned, type Scope } from '../../core/scope.ts';
import { decimal, flagYN, id, money, text } from '../../core/wire/index.ts';
import type { Tx } from '../../db/database.ts';

/** Contract 4.7. */
export const newSubPlan = z.strictObject({
  planid: id(),
  name: text(),
  units: decimal({ places: 2, min: 0.01, max: 1000 }),
  portal: flagYN().default(false),
  charge1: text(),
  amt1: money(),
  charge2: text().optional(),
  amt2: money().optional(),
  charge3: text().optional(),
  amt3: money().optional(),
});

type NewSubPlan = z.output<typeof newSubPlan>;

/** A charge is a name and an amount: one without the other could not be put on an invoice. */
function chargeFaults(input: NewSubPlan): FieldFault[] {
  return ([2, 3] as const).flatMap((n): FieldFault[] => {
    const [charge, amt] = [input[`charge${n}`], input[`amt${n}`]];
    if (charge === undefined && amt !== undefined) return [{ parameter: `charge${n}`, problem: `is required with amt${n}` }];
    if (amt === undefined && charge !== undefined) return [{ parameter: `amt${n}`, problem: `is required with charge${n}` }];
    return [];
  });
}

/** Adds a sub plan to a plan of the caller's side. Returns its id. */
export async function createSubPlan(tx: Tx, scope: Scope, input: NewSubPlan): Promise<number> {
  const faults = chargeFaults(input);
  if (faults.length > 0) throw badParameters(faults);
  const plan = await tx.plan.findFirst({
    where: { ...owned(scope), id: input.planid, deletedAt: null },
    select: { id: true, ispId: true, resellerId: true, planPeriod: true, planPeriodUnit: true },
  });
  if (!plan) throw notFound('plan', input.planid);
  if (!new Decimal(input.units).times(plan.planPeriod).isInteger()) {
    throw badParameter('units', `${input.units} times ${plan.planPeriod} is not a whole number of ${plan.planPeriodUnit.toLowerCase()}s`);
  }
  const subPlan = await tx.subPlan.create({
    data: {
      planId: plan.id,
      ispId: plan.ispId,
      resellerId: plan.resellerId,
      name: input.name,
      units: input.units,
      portal: input.portal,
      charge1: input.charge1,
      amt1: input.amt1,
      charge2: input.charge2 ?? null,
      amt2: input.amt2 ?? null,
      charge3: input.charge3 ?? null,
      amt3: input.amt3 ?? null,
      price: sumOf(input.amt1, input.amt2, input.amt3),
      ...created(scope),
    },
    select: { id: true },
  });
  return subPlan.id;
}
