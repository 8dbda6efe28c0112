import { PERMISSIONS, type Permission, SERVER_ONLY } from './permission.ts';

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
    'payment.refund',
    'gateway.read',
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
