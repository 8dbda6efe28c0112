import type { ServiceFacts } from './service.ts';

type Facts = Pick<ServiceFacts, 'plan' | 'sessionLimit' | 'ipAssignment' | 'ip6Prefix' | 'pdPrefix'>;

/** How many lines of a service may be online at once (`crm.session_limit` in the database). */
export function sessionLimitOf(service: Facts): number {
  return ownLimitOf(service) || service.plan.sessionLimit;
}

/**
 * The same as far as the service says it; 0: what the plan says. A service with a static address or prefix has one line, whatever
 * the plan says: it cannot be given twice.
 */
export function ownLimitOf({ sessionLimit, ipAssignment, ip6Prefix, pdPrefix }: Omit<Facts, 'plan'>): number {
  const isFixed = ipAssignment === 'StaticIP' || ipAssignment === 'Subnet' || ip6Prefix !== null || pdPrefix !== null;
  return isFixed ? 1 : (sessionLimit ?? 0);
}
