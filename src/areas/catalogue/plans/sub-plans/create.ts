import { z } from 'zod';
import { badParameters } from '../../../../core/fault.ts';
import { lockShared } from '../../../../core/records/row-locks.ts';
import { created, type Scope } from '../../../../core/tenancy/scope.ts';
import { flagYN, id, money, text } from '../../../../core/wire/index.ts';
import type { Tx } from '../../../../db/database.ts';
import { findPlan } from '../find.ts';
import { type Charges, chargeFaults, checkUnits, priceOf, units } from './rules.ts';

/** Contract 4.7. */
export const newSubPlan = z.strictObject({
  planid: id(),
  name: text(),
  units: units(),
  portal: flagYN().default(false),
  charge1: text(),
  amt1: money(),
  charge2: text().optional(),
  amt2: money().optional(),
  charge3: text().optional(),
  amt3: money().optional(),
});

type NewSubPlan = z.output<typeof newSubPlan>;

/** Adds a sub plan to a plan that the caller's side owns. Returns its id. */
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
