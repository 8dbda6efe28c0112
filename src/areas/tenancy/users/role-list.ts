import { z } from 'zod';
import { ROLE_NAMES, ROLES } from '../../../core/access/roles.ts';
import { csv, oneOf, shown } from '../../../core/wire/index.ts';

export const roleList = z.array(z.object({ role: oneOf(ROLE_NAMES), permissions: csv(shown()) }));

/** What each role grants, before the limits of a user's group. */
export const rolesWithPermissions = (): z.output<typeof roleList> =>
  ROLE_NAMES.map((role) => ({ role, permissions: [...ROLES[role]] }));
