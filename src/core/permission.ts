/** Each procedure declares the one permission it needs. Roles are sets of permissions; a user's group limits what they grant. */
export const PERMISSIONS = [
  'isp.read',
  'isp.write',
  'isp.admin',
  'credits.read',
  'credits.write',
  'settings.read',
  'settings.write',
  'user.read',
  'user.write',
  'reseller.read',
  'reseller.write',
  'wallet.read',
  'wallet.write',
  'location.read',
  'location.write',
  'plan.read',
  'plan.write',
  'customer.read',
  'customer.write',
  'service.read',
  'service.write',
  'service.operate',
  'lead.read',
  'lead.write',
  'nas.read',
  'nas.write',
  'nas.admin',
  'proxy.write',
  'pool.read',
  'pool.write',
  'session.read',
  'session.disconnect',
  'session.trace',
  'payment.read',
  'payment.write',
  'audit.read',
  'event.read',
  'webhook.write',
  'backup.read',
] as const;

export type Permission = (typeof PERMISSIONS)[number];
export type Group = 'Server' | 'ISP' | 'Reseller' | 'Employee';

/** Permissions only for server administrators. */
const SERVER_ONLY: readonly Permission[] = ['isp.admin', 'nas.admin', 'credits.write', 'backup.read'];
/** Permissions about an ISP as a whole, never granted to a reseller's user. */
const ISP_ONLY: readonly Permission[] = [
  'isp.write',
  'settings.write',
  'credits.read',
  'reseller.write',
  'wallet.write',
  'proxy.write',
];
/** Never granted to an Employee: they reach beyond the employee's own location. */
const NOT_EMPLOYEE: readonly Permission[] = ['webhook.write', 'user.write', 'isp.write', 'settings.write'];
/** Never granted to an Employee of some locations only: they affect the whole tenant. */
const NOT_RESTRICTED: readonly Permission[] = [
  'audit.read',
  'event.read',
  'webhook.write',
  'session.trace',
  'wallet.write',
  'reseller.write',
  'nas.write',
  'proxy.write',
  'pool.write',
  'location.write',
  'plan.write',
];
/** Never granted to a franchisee: its ISP decides these. */
const NOT_FRANCHISEE: readonly Permission[] = ['plan.write'];

const READS = PERMISSIONS.filter((permission) => permission.endsWith('.read') && !SERVER_ONLY.includes(permission));

export const ROLES = {
  Admin: PERMISSIONS,
  Accounts: [
    'isp.read',
    'settings.read',
    'credits.read',
    'reseller.read',
    'wallet.read',
    'wallet.write',
    'location.read',
    'plan.read',
    'customer.read',
    'service.read',
    'service.operate',
    'payment.read',
    'payment.write',
  ],
  Support: [
    'isp.read',
    'reseller.read',
    'location.read',
    'plan.read',
    'customer.read',
    'customer.write',
    'service.read',
    'service.write',
    'service.operate',
    'nas.read',
    'pool.read',
    'session.read',
    'session.disconnect',
    'payment.read',
  ],
  Sales: [
    'isp.read',
    'reseller.read',
    'location.read',
    'plan.read',
    'lead.read',
    'lead.write',
    'customer.read',
    'customer.write',
  ],
  Network: [
    'isp.read',
    'reseller.read',
    'location.read',
    'plan.read',
    'nas.read',
    'nas.write',
    'nas.admin',
    'proxy.write',
    'pool.read',
    'pool.write',
    'session.read',
    'session.disconnect',
    'service.read',
  ],
  ReadOnly: READS,
} as const satisfies Record<string, readonly Permission[]>;

export type Role = keyof typeof ROLES;
export const ROLE_NAMES = Object.keys(ROLES) as [Role, ...Role[]];

export interface Standing {
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
export function permissionsOf(standing: Standing): ReadonlySet<Permission> {
  const { group, roles, ofReseller, franchisee, restricted } = standing;
  const key = [group, ofReseller, franchisee, restricted, ...[...roles].sort()].join();
  const permissions = cache.get(key) ?? derive(standing);
  cache.set(key, permissions);
  return permissions;
}

function derive(standing: Standing): ReadonlySet<Permission> {
  const denied = new Set<Permission>([
    ...(standing.group === 'Server' ? [] : SERVER_ONLY),
    ...(standing.ofReseller ? ISP_ONLY : []),
    ...(standing.group === 'Employee' ? NOT_EMPLOYEE : []),
    ...(standing.franchisee ? NOT_FRANCHISEE : []),
    ...(standing.restricted ? NOT_RESTRICTED : []),
  ]);
  const granted = standing.roles.flatMap((role): readonly Permission[] => ROLES[role as Role] ?? []);
  return new Set(granted.filter((permission) => !denied.has(permission)));
}
