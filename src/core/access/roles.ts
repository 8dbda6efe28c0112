import { PERMISSIONS, type Permission, SERVER_ONLY } from './permission.ts';

/** Only for programs that subscribers talk to, which may do nothing else; nobody else has it. */
const FOR_PROGRAMS: Permission = 'care.use';

const READS = PERMISSIONS.filter((permission) => permission.endsWith('.read') && !SERVER_ONLY.includes(permission));

export const ROLES = {
  Admin: PERMISSIONS.filter((permission) => permission !== FOR_PROGRAMS),
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
    'service.adjust',
    'service.write_off',
    'payment.read',
    'payment.write',
    'payment.refund',
    'gateway.read',
    'report.read',
    'note.read',
    'note.write',
    'ticket.read',
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
    'service.adjust',
    'nas.read',
    'pool.read',
    'session.read',
    'session.disconnect',
    'payment.read',
    'note.read',
    'note.write',
    'ticket.read',
    'ticket.write',
    'incident.read',
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
    'note.read',
    'note.write',
    'ticket.read',
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
    'session.trace',
    'service.read',
    'note.read',
    'note.write',
    'ticket.read',
    'incident.read',
    'incident.write',
  ],
  ReadOnly: READS,
  CareLine: [FOR_PROGRAMS],
} as const satisfies Record<string, readonly Permission[]>;

export type Role = keyof typeof ROLES;
export const ROLE_NAMES = Object.keys(ROLES) as [Role, ...Role[]];

/** A login user of a program: it has an API key, and nobody signs in with its password. */
export const isProgram = (roles: readonly string[]): boolean => roles.includes('CareLine' satisfies Role);
