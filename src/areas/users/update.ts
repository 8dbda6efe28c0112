import { hash } from '@node-rs/argon2';
import { z } from 'zod';
import { Fault } from '../../core/fault.ts';
import { ROLE_NAMES } from '../../core/permission.ts';
import { lockForUpdate } from '../../core/row-locks.ts';
import type { Scope } from '../../core/scope.ts';
import { definedFields } from '../../core/updates.ts';
import { csv, id, oneOf, ownerId, secret, username } from '../../core/wire/index.ts';
import type { Tx } from '../../db/database.ts';
import { findUser } from './find.ts';
import type { LocationLimit } from './location-limit.ts';
import { type Membership, resolveMembership } from './membership.ts';
import { cashLimit, codes, GROUPS, USER_STATUSES } from './vocabulary.ts';

/** Contract 4.2: everything but `id` may be left out. */
export const userChange = z.strictObject({
  id: id(),
  username: username().optional(),
  password: secret().optional(),
  groupname: oneOf(GROUPS).optional(),
  roles: csv(oneOf(ROLE_NAMES)).optional(),
  ispid: id().optional(),
  resellerid: ownerId().optional(),
  lc: codes().nullable().optional(),
  slc: codes().nullable().optional(),
  cash_limit: cashLimit().optional(),
  status: oneOf(USER_STATUSES).optional(),
});

const MEMBERSHIP_PARAMETERS = ['groupname', 'ispid', 'resellerid', 'lc', 'slc'] as const;

/** Changes a login user; what is not definedFields stays. */
export async function updateUser(tx: Tx, scope: Scope, input: z.output<typeof userChange>): Promise<'done'> {
  const before = await findUser(tx, scope, input.id);
  if (before.ispId === null)
    throw new Fault('forbidden', 'the server administrator is changed on the command line only');
  const moved = MEMBERSHIP_PARAMETERS.some((parameter) => input[parameter] !== undefined);
  // Login users are the last to be locked: whose it is and will be comes first, and once more when nobody else changes it.
  if (moved) await resolveMembership(tx, scope, membershipAfter(before, input));
  const passwordHash = input.password === undefined ? {} : { passwordHash: await hash(input.password) };
  await lockForUpdate(tx, scope, { what: 'login user', id: input.id });
  const user = await findUser(tx, scope, input.id);
  const place = moved ? await resolveMembership(tx, scope, membershipAfter(user, input)) : {};
  if ('ispId' in place && place.ispId !== user.ispId) await refuseMoveOfCollector(tx, user.id);
  await tx.loginUser.update({
    where: { id: user.id },
    data: {
      ...place,
      ...passwordHash,
      ...definedFields({
        username: input.username,
        roles: input.roles,
        cashLimit: input.cash_limit,
        status: input.status,
      }),
      updatedBy: scope.by,
    },
  });
  return 'done';
}

/**
 * Cash that was collected is in the books of an ISP, under the name of its collector. A payment that the user is taking locks
 * the row as well: it is seen, or finds the user moved.
 */
async function refuseMoveOfCollector(tx: Tx, userId: number): Promise<void> {
  const account = await tx.ledgerAccount.findFirst({ where: { userId }, select: { id: true } });
  if (account)
    throw new Fault('conflict', `ispid: login user ${userId} has collected cash for its ISP; make another login user`);
}

type StoredUser = Awaited<ReturnType<typeof findUser>>;

/** A user that becomes one of the ISP leaves its reseller and its locations behind. */
function membershipAfter(user: StoredUser, input: z.output<typeof userChange>): Membership {
  const groupname = input.groupname ?? (user.groupname as Membership['groupname']);
  const stays = groupname !== 'ISP';
  const isEmployee = groupname === 'Employee';
  return {
    groupname,
    ispid: input.ispid ?? user.ispId ?? 0,
    resellerid: input.resellerid ?? (stays ? (user.resellerId ?? 0) : undefined),
    lc: limitAfter(input.lc, isEmployee ? user.locationIds : []),
    slc: limitAfter(input.slc, isEmployee ? user.subLocationIds : []),
  };
}

const limitAfter = (change: string[] | null | undefined, stored: readonly number[]): LocationLimit =>
  change === undefined ? { ids: stored } : { codes: change ?? [] };
