/**
 * What a procedure may ask of its caller. Each procedure declares the one permission it needs; roles are named bundles of
 * permissions, and a group is the ceiling of what its users' roles can give.
 */
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
  'pool.read',
  'pool.write',
  'session.read',
  'session.disconnect',
  'payment.read',
  'payment.write',
  'audit.read',
  'backup.read',
] as const;

export type Permission = (typeof PERMISSIONS)[number];
export type Group = 'Server' | 'ISP' | 'Reseller' | 'Employee';

/** Permissions that only the server administrator can hold. */
const SERVER_ONLY: readonly Permission[] = ['isp.admin', 'nas.admin', 'credits.write', 'backup.read'];
/** Permissions about an ISP as a whole: no reseller's user holds them. */
const ISP_ONLY: readonly Permission[] = [
  'isp.write',
  'settings.write',
  'credits.read',
  'reseller.write',
  'wallet.write',
];
/** What an Employee cannot be given: it would reach beyond the employee's own place. */
const NOT_EMPLOYEE: readonly Permission[] = ['user.write', 'isp.write', 'settings.write'];
/**
 * What reaches beyond some locations: their Employees leave it to those of the whole tenant, and change only what has a location
 * inside theirs, or a service there.
 */
const NOT_NARROWED: readonly Permission[] = [
  'audit.read',
  'wallet.write',
  'reseller.write',
  'nas.write',
  'pool.write',
  'location.write',
  'plan.write',
];
/** What a franchisee leaves to its ISP. */
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
  /** Is the caller an Employee of some locations only? */
  readonly narrowed: boolean;
}

const known = new Map<string, ReadonlySet<Permission>>();

/** Everything the roles give, below the ceiling of the group. Asked for at every call, so it is worked out once. */
export function permissionsOf(standing: Standing): ReadonlySet<Permission> {
  const { group, roles, ofReseller, franchisee, narrowed } = standing;
  const key = [group, ofReseller, franchisee, narrowed, ...[...roles].sort()].join();
  const permissions = known.get(key) ?? workOut(standing);
  known.set(key, permissions);
  return permissions;
}

function workOut(standing: Standing): ReadonlySet<Permission> {
  const denied = new Set<Permission>([
    ...(standing.group === 'Server' ? [] : SERVER_ONLY),
    ...(standing.ofReseller ? ISP_ONLY : []),
    ...(standing.group === 'Employee' ? NOT_EMPLOYEE : []),
    ...(standing.franchisee ? NOT_FRANCHISEE : []),
    ...(standing.narrowed ? NOT_NARROWED : []),
  ]);
  const given = standing.roles.flatMap((role): readonly Permission[] => ROLES[role as Role] ?? []);
  return new Set(given.filter((permission) => !denied.has(permission)));
}
