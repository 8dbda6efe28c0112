import { appRouter } from '../../app-router.ts';
import type { Actor } from '../../core/actor.ts';
import type { Kernel } from '../../core/kernel.ts';
import { type Group, permissionsOf } from '../../core/permission.ts';
import type { Database, Tx } from '../../db/database.ts';

export type DemoApi = ReturnType<typeof appRouter.createCaller>;

/** The login user that calls. */
interface DemoUser {
  readonly userId: number;
  readonly username: string;
  readonly group: Extract<Group, 'Server' | 'ISP'>;
  readonly ispId: number | null;
}

/** The procedures as called by this login user, with the usual permissions, scopes, rules and audit. */
export function demoApi(kernel: Kernel, user: DemoUser): DemoApi {
  const standing = { group: user.group, roles: ['Admin'], ofReseller: false, franchisee: false, restricted: false };
  const actor: Actor = {
    ...user,
    resellerId: null,
    locations: null,
    franchisee: false,
    permissions: permissionsOf(standing),
    zone: 'Asia/Kolkata',
    session: null,
  };
  return appRouter.createCaller({
    kernel,
    address: '127.0.0.1',
    browser: null,
    hasCredentials: true,
    authenticate: async () => actor,
    authenticateKey: async () => actor,
    zoneFor: async () => actor.zone,
  });
}

/** A database whose transactions all join `tx`, so that they commit together or not at all. */
export function joining(db: Database, tx: Tx): Database {
  return { ...db, transaction: (work) => work(tx) };
}
