import { badParameter } from '../../../core/fault.ts';
import * as wire from '../../../core/wire/index.ts';
import { addDays } from '../../../core/zone.ts';

/** Every parameter that a report may take. */
export const PARAMETERS = {
  from: wire.ymd(),
  to: wire.ymd(),
  days: wire.wholeNumber(0, 92),
  until: wire.ymd(),
  top: wire.wholeNumber(1, 1000),
};

export type ParameterName = keyof typeof PARAMETERS;
export const PARAMETER_NAMES = Object.keys(PARAMETERS) as [ParameterName, ...ParameterName[]];

/** The days of a report, both included, as the ISP counts them. */
export const DAYS = { from: PARAMETERS.from, to: PARAMETERS.to };

export const EXAMPLE_DAYS = { from: '2026-01-01', to: '2026-01-31' };

interface Days {
  readonly from: string;
  readonly to: string;
}

/** What one report reads at most. */
const MAX_DAYS = 100;

/** @throws Fault of kind `badInput` */
export function checkDays({ from, to }: Days): void {
  if (to < from) throw badParameter('to', 'must not be before from');
  if (to > addDays(from, MAX_DAYS - 1)) throw badParameter('to', `must be within ${MAX_DAYS} days of from`);
}

/** From January 2026 to January 2028 are 25. */
const MAX_MONTHS = 24;

/** @throws Fault of kind `badInput` */
export function checkMonths({ from, to }: Days): void {
  if (to < from) throw badParameter('to', 'must not be before from');
  if (monthsSince(from, to) >= MAX_MONTHS) throw badParameter('to', `must be within ${MAX_MONTHS} months of from`);
}

function monthsSince(from: string, to: string): number {
  const [month, other] = [from, to].map((day) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)));
  return (other ?? 0) - (month ?? 0);
}
