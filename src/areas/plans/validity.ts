import { Decimal } from 'decimal.js';

/** How long a plan's period is. */
export interface PlanPeriod {
  readonly planPeriod: number;
  readonly planPeriodUnit: string;
}

/** A century: what lies beyond is a slip of the finger, and soon beyond the calendar. */
const MAX_LENGTH = { Day: 36_500, Month: 1_200 } as const;

/** A validity is `plan_period` times `units`: whole days or months, and not for ever. What is wrong with it, or undefined. */
export function validityProblem({ planPeriod, planPeriodUnit }: PlanPeriod, units: string): string | undefined {
  const unit = planPeriodUnit === 'Month' ? 'Month' : 'Day';
  const length = new Decimal(units).times(planPeriod);
  const said = `${new Decimal(units).toString()} times ${planPeriod}`;
  if (!length.isInteger()) return `${said} is not a whole number of ${unit.toLowerCase()}s`;
  return length.greaterThan(MAX_LENGTH[unit])
    ? `${said} ${unit.toLowerCase()}s is more than ${MAX_LENGTH[unit]}`
    : undefined;
}
