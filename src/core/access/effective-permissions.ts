import { type Group, type Permission, SERVER_ONLY } from './permission.ts';
import { ROLES, type Role } from './roles.ts';

/** Permissions about an ISP as a whole, never granted to a reseller's user. */
const ISP_ONLY: readonly Permission[] = [
  'isp.write',
  'settings.write',
  'credits.read',
  'reseller.write',
  'wallet.write',
  'proxy.write',
  'service.adjust',
  'service.write_off',
  'payment.refund',
  'gateway.read',
  'gateway.write',
  'notice.write',
  'message.broadcast',
  'incident.write',
  'compensation.write',
  'customer.erase',
];
/** Never granted to an Employee: they reach beyond the employee's own location. */
const NOT_EMPLOYEE: readonly Permission[] = [
  'webhook.write',
  'user.write',
  'isp.write',
  'settings.write',
  'gateway.write',
  'notice.write',
  'message.broadcast',
  'ticket.manage',
  'compensation.write',
  'customer.erase',
  'care.use',
];
/** Never granted to an Employee of some locations only: they affect the whole tenant. */
const NOT_RESTRICTED: readonly Permission[] = [
  'audit.read',
  'event.read',
  'webhook.write',
  'notice.read',
  'notice.write',
  'message.broadcast',
  'session.trace',
  'alert.ack',
  'wallet.write',
  'reseller.write',
  'nas.write',
  'proxy.write',
  'pool.write',
  'location.write',
  'plan.write',
  'payment.cancel',
  'payment.refund',
  'gateway.read',
  'gateway.write',
  'incident.write',
];
/** Never granted with another role. */
const ALONE: readonly Permission[] = ['care.use'];
/** Never granted to a franchisee: its ISP decides these. */
const NOT_FRANCHISEE: readonly Permission[] = ['plan.write'];

export interface RoleAssignment {
  readonly group: Group;
  readonly roles: readonly string[];
  /** Does the caller belong to a reseller (itself or as its employee)? */
  readonly ofReseller: boolean;
  readonly franchisee: boolean;
  /** Is the caller an Employee restricted to some locations? */
  readonly restricted: boolean;
}

const cache = new Map<string, ReadonlySet<Permission>>();

/** The permissions that the roles grant, within the limits of the group. Cached, since every call needs them. */
export function permissionsOf(assignment: RoleAssignment): ReadonlySet<Permission> {
  const { group, roles, ofReseller, franchisee, restricted } = assignment;
  const key = [group, ofReseller, franchisee, restricted, ...[...roles].sort()].join();
  const permissions = cache.get(key) ?? derive(assignment);
  cache.set(key, permissions);
  return permissions;
}

function derive(assignment: RoleAssignment): ReadonlySet<Permission> {
  const denied = new Set<Permission>([
    ...(assignment.group === 'Server' ? [] : SERVER_ONLY),
    ...(assignment.ofReseller ? ISP_ONLY : []),
    ...(assignment.group === 'Employee' ? NOT_EMPLOYEE : []),
    ...(assignment.franchisee ? NOT_FRANCHISEE : []),
    ...(assignment.restricted ? NOT_RESTRICTED : []),
    ...(assignment.roles.length > 1 ? ALONE : []),
  ]);
  const granted = assignment.roles.flatMap((role): readonly Permission[] => ROLES[role as Role] ?? []);
  return new Set(granted.filter((permission) => !denied.has(permission)));
}
