import type { Actor } from '../core/access/actor.ts';
import type { Permission } from '../core/access/permission.ts';
import { Fault } from '../core/fault.ts';

/** @throws Fault of kind `forbidden` that names the permission a caller lacks */
export function checkPermission({ permissions, username }: Actor, permission: Permission): void {
  if (!permissions.has(permission))
    throw new Fault('forbidden', `login user ${username} lacks the permission ${permission}`);
}
