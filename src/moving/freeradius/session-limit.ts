import type { FoundPlans } from './plans.ts';
import { simultaneousUseIn } from './simultaneous-use.ts';
import type { Account } from './tables.ts';

interface Service {
  readonly values: Record<string, string>;
  readonly notes: string[];
}

/** Of a user whose plan is known: what the user says comes before what its first group does, and that before its plan. */
export function sessionLimitOf({ check, groups }: Account, plans: FoundPlans, { values, notes }: Service): void {
  const ofGroups = groups
    .toSorted((one, other) => one.priority - other.priority)
    .map(({ name }) => simultaneousUseIn(plans.attributesOf(name)));
  const limit = simultaneousUseIn(check) ?? ofGroups.find((each) => each !== undefined);
  const ofPlan = plans.made.get(values.plan ?? '')?.limit;
  if (limit === undefined || limit === ofPlan || (limit === 1 && ofPlan === undefined)) return;
  const isShareable = values.ip_assignment !== 'StaticIP' && values.mac_bind !== 'Manual';
  if (limit === 1 || isShareable) values.session_limit = String(limit);
  else notes.push(`Simultaneous-Use of ${limit} is not imported: the service has a static address or one MAC address`);
}
