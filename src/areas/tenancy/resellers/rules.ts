import type { FieldFault } from '../../../core/fault.ts';
import type { RESELLER_TYPES } from './vocabulary.ts';

/** The parameters that depend on each other: those of a create, or the reseller as it will be after an update. */
interface DependentParameters {
  readonly type: (typeof RESELLER_TYPES)[number];
  readonly commission_percent?: string | undefined;
  readonly credit_limit?: string | undefined;
}

/** Contract 2.7: a franchisee must have a commission and a credit limit; no other reseller has them. */
export function resellerFaults(reseller: DependentParameters): FieldFault[] {
  const fields = ['commission_percent', 'credit_limit'] as const;
  if (reseller.type === 'Franchisee') {
    return fields
      .filter((parameter) => reseller[parameter] === undefined)
      .map((parameter) => ({ parameter, problem: 'is required when type is Franchisee' }));
  }
  return fields
    .filter((parameter) => reseller[parameter] !== undefined)
    .map((parameter) => ({ parameter, problem: 'applies only when type is Franchisee' }));
}
