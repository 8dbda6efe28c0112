import { badParameter, type FieldFault } from '../../../../core/fault.ts';
import { sumOf } from '../../../../core/money.ts';
import { decimal } from '../../../../core/wire/index.ts';
import { type PlanPeriod, validityProblem } from '../validity.ts';

export const units = () => decimal({ places: 2, min: 0.01, max: 1000 });

/** Up to three charges, each a name and an amount. */
export interface Charges {
  readonly charge1: string;
  readonly amt1: string;
  readonly charge2?: string | undefined;
  readonly amt2?: string | undefined;
  readonly charge3?: string | undefined;
  readonly amt3?: string | undefined;
}

/** A name without an amount, or an amount without a name, could not be invoiced. */
export function chargeFaults(input: Charges): FieldFault[] {
  return ([2, 3] as const).flatMap((n): FieldFault[] => {
    const [charge, amt] = [input[`charge${n}`], input[`amt${n}`]];
    if (charge === undefined && amt !== undefined)
      return [{ parameter: `charge${n}`, problem: `is required with amt${n}` }];
    if (amt === undefined && charge !== undefined)
      return [{ parameter: `amt${n}`, problem: `is required with charge${n}` }];
    return [];
  });
}

/** @throws Fault if the units make no valid validity with the plan's period */
export function checkUnits(plan: PlanPeriod, units: string): void {
  const problem = validityProblem(plan, units);
  if (problem) throw badParameter('units', problem);
}

export const priceOf = ({ amt1, amt2, amt3 }: Charges) => sumOf(amt1, amt2, amt3);
