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
export const SERVER_ONLY: readonly Permission[] = ['isp.admin', 'nas.admin', 'credits.write', 'backup.read'];
