import { z } from 'zod';
import { ROLE_NAMES } from '../../../core/access/roles.ts';
import { Fault, parameterFault } from '../../../core/fault.ts';
import { lockForUpdate } from '../../../core/records/row-locks.ts';
import { definedFields } from '../../../core/records/updates.ts';
import { type Scope, updated } from '../../../core/tenancy/scope.ts';
import { csv, email, id, loginName, mobile, oneOf, ownerId, secret, text } from '../../../core/wire/index.ts';
import type { Tx } from '../../../db/database.ts';
import { update } from '../../../db/write.ts';
import { findUser } from './find.ts';
import type { LocationLimit } from './location-limit.ts';
import { type Membership, resolveMembership } from './membership.ts';
import { refuseUnfitProgram } from './program-role.ts';
import { allowedIps, cashLimit, codes, GROUPS, USER_STATUSES } from './vocabulary.ts';

/** Contract 4.2: everything but `id` may be left out. */
export const userChange = z.strictObject({
  id: id(),
  username: loginName().optional(),
  password: secret().optional(),
  groupname: oneOf(GROUPS).optional(),
  roles: csv(oneOf(ROLE_NAMES)).optional(),
  ispid: id().optional(),
  resellerid: ownerId().optional(),
  lc: codes().nullable().optional(),
  slc: codes().nullable().optional(),
  cash_limit: cashLimit().optional(),
  allowed_ips: allowedIps().nullable().optional(),
  status: oneOf(USER_STATUSES).optional(),
  name: text().nullable().optional(),
  mobile: mobile().nullable().optional(),
  email: email().nullable().optional(),
});

const MEMBERSHIP_PARAMETERS = ['groupname', 'ispid', 'resellerid', 'lc', 'slc'] as const;

/** Undefined as long as the password stays. */
type Change = Omit<z.output<typeof userChange>, 'password'> & { readonly passwordHash: string | undefined };

export async function updateUser(tx: Tx, scope: Scope, { passwordHash, ...input }: Change): Promise<'done'> {
  const before = await findUser(tx, scope, input.id);
  if (before.ispId === null) throw new Fault('forbidden', 'only the command line can change a server administrator');
  const moves = MEMBERSHIP_PARAMETERS.some((parameter) => input[parameter] !== undefined);
  // Login users come last in the order of locks: the old and new owners are locked first, and read again under the user's lock.
  if (moves) await resolveMembership(tx, scope, membershipAfter(before, input));
  const locked = lockForUpdate(tx, scope, { what: 'login user', id: input.id });
  const [, user] = await Promise.all([locked, findUser(tx, scope, input.id)]);
  if (moves || input.roles) refuseUnfitProgram(rightsAfter(user, input));
  const membership = moves ? await resolveMembership(tx, scope, membershipAfter(user, input)) : {};
  if ('ispId' in membership && membership.ispId !== user.ispId) await refuseMoveOfCollector(tx, user.id);
  const changed = {
    id: user.id,
    ...membership,
    ...definedFields({
      passwordHash,
      username: input.username,
      roles: input.roles,
      cashLimit: input.cash_limit,
      allowedIps: input.allowed_ips === null ? [] : input.allowed_ips,
      status: input.status,
      name: input.name,
      mobile: input.mobile,
      email: input.email,
    }),
    ...updated(scope),
  };
  update(tx, 'auth.login_user', [changed]);
  return 'done';
}

/**
 * Collected cash is an account in the ledger of the ISP, in the collector's name. Recording a payment locks the user too, so it
 * either is seen here or finds the user moved.
 */
async function refuseMoveOfCollector(tx: Tx, userId: number): Promise<void> {
  const account = await tx.ledgerAccount.findFirst({ where: { userId }, select: { id: true } });
  if (account)
    throw parameterFault(
      'conflict',
      'ispid',
      `login user ${userId} has collected cash for its ISP; create another login user instead`,
    );
}

type StoredUser = Awaited<ReturnType<typeof findUser>>;

/** The membership as it will be. A user that moves to the ISP loses its reseller and its locations. */
function membershipAfter(user: StoredUser, input: Omit<Change, 'passwordHash'>): Membership {
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

/** As they will be. */
const rightsAfter = (user: StoredUser, input: Omit<Change, 'passwordHash'>) => ({
  roles: input.roles ?? user.roles,
  groupname: membershipAfter(user, input).groupname,
});

const limitAfter = (change: string[] | null | undefined, stored: readonly number[]): LocationLimit =>
  change === undefined ? { ids: stored } : { codes: change ?? [] };
