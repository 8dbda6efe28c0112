import { Decimal } from 'decimal.js';

/** How long a plan's period is. */
export interface PlanPeriod {
  readonly planPeriod: number;
  readonly planPeriodUnit: string;
}

/** A century: anything longer is a typing error and soon exceeds the calendar. */
const MAX_LENGTH = { Day: 36_500, Month: 1_200 } as const;

/** What is wrong with a validity of `plan_period` times `units`, which must be whole days or months; undefined if nothing is. */
export function validityProblem({ planPeriod, planPeriodUnit }: PlanPeriod, units: string): string | undefined {
  const unit = planPeriodUnit === 'Month' ? 'Month' : 'Day';
  const length = new Decimal(units).times(planPeriod);
  const product = `${new Decimal(units).toString()} times ${planPeriod}`;
  if (!length.isInteger()) return `${product} is not a whole number of ${unit.toLowerCase()}s`;
  return length.greaterThan(MAX_LENGTH[unit])
    ? `${product} ${unit.toLowerCase()}s is more than ${MAX_LENGTH[unit]}`
    : undefined;
}
