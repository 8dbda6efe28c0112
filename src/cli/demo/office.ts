import { appRouter } from '../../app-router.ts';
import type { Actor } from '../../core/actor.ts';
import type { Kernel } from '../../core/kernel.ts';
import { type Group, permissionsOf } from '../../core/permission.ts';
import type { Database, Tx } from '../../db/database.ts';

export type Office = ReturnType<typeof appRouter.createCaller>;

/** Who sits there. */
interface Desk {
  readonly userId: number;
  readonly username: string;
  readonly group: Extract<Group, 'Server' | 'ISP'>;
  readonly ispId: number | null;
}

/** The procedures as a login user calls them: the same permissions, scopes, rules and audit. */
export function officeOf(kernel: Kernel, desk: Desk): Office {
  const standing = { group: desk.group, roles: ['Admin'], ofReseller: false, franchisee: false, restricted: false };
  const actor: Actor = {
    ...desk,
    resellerId: null,
    locations: null,
    franchisee: false,
    permissions: permissionsOf(standing),
    zone: 'Asia/Kolkata',
  };
  return appRouter.createCaller({
    kernel,
    address: '127.0.0.1',
    hasCredentials: true,
    authenticate: async () => actor,
    zoneFor: async () => actor.zone,
  });
}

/** The database as one transaction shows it: every call joins it, so that all of them are kept or none. */
export function within(db: Database, tx: Tx): Database {
  return { ...db, transaction: (work) => work(tx) };
}
