import { hash } from '@node-rs/argon2';
import { z } from 'zod';
import { badParameters, Fault, type FieldFault, notFound } from '../../core/fault.ts';
import { ROLE_NAMES } from '../../core/permission.ts';
import { lockForUpdate } from '../../core/row-locks.ts';
import { created, owned, type Scope } from '../../core/scope.ts';
import { definedFields } from '../../core/updates.ts';
import { code, csv, described, id, money, oneOf, ownerId, secret, username } from '../../core/wire/index.ts';
import type { Tx } from '../../db/database.ts';
import { ispOfNew, ownerOfNew } from '../isps/owner.ts';
import { GROUPS, USER_STATUSES } from './list.ts';
import { isNarrowed, type Narrowed, narrowTo } from './narrowing.ts';

const codes = () => described('what an employee is narrowed to', csv(code(), { min: 0 }));
const cashLimit = () => described('how much cash the user may hold', money());

/** Contract 4.2. */
export const newUser = z.strictObject({
  username: username(),
  password: secret(),
  groupname: oneOf(GROUPS),
  roles: csv(oneOf(ROLE_NAMES)),
  ispid: id(),
  resellerid: ownerId().optional(),
  lc: codes().optional(),
  slc: codes().optional(),
  cash_limit: cashLimit(),
});

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

/** Where a login user stands: its group, and whose it is. */
interface Place {
  readonly groupname: (typeof GROUPS)[number];
  readonly ispid: number;
  readonly resellerid?: number | undefined;
  readonly lc: Narrowed;
  readonly slc: Narrowed;
}

/** The rules of contract 4.2 that join several parameters. */
function placeFaults({ groupname, resellerid, lc, slc }: Place): FieldFault[] {
  const faults: FieldFault[] = [];
  if (groupname === 'ISP' && resellerid)
    faults.push({ parameter: 'resellerid', problem: 'does not apply when groupname is ISP' });
  if (groupname !== 'ISP' && resellerid === undefined)
    faults.push({ parameter: 'resellerid', problem: 'is required unless groupname is ISP' });
  if (groupname === 'Reseller' && resellerid === 0)
    faults.push({ parameter: 'resellerid', problem: 'must be the id of a reseller when groupname is Reseller' });
  if (groupname === 'Employee') return faults;
  if (isNarrowed(lc)) faults.push({ parameter: 'lc', problem: 'applies only when groupname is Employee' });
  if (isNarrowed(slc)) faults.push({ parameter: 'slc', problem: 'applies only when groupname is Employee' });
  return faults;
}

/** Checks a place and resolves its owner. A reseller's user cannot put anyone above the reseller. */
async function settle(tx: Tx, scope: Scope, place: Place) {
  const faults = placeFaults(place);
  if (faults.length > 0) throw badParameters(faults);
  if (place.groupname === 'ISP') {
    if (scope.resellerId !== null)
      throw new Fault('forbidden', 'groupname: a user of a reseller cannot make users of the ISP');
    const ispId = await ispOfNew(tx, scope, place);
    return { groupname: place.groupname, ispId, resellerId: null, locationIds: [], subLocationIds: [] };
  }
  const owner = await ownerOfNew(tx, scope, place);
  return { groupname: place.groupname, ...owner, ...(await narrowTo(tx, owner, place)) };
}

/** Adds a login user; it can call once its first key is issued. Returns its id. */
export async function createUser(tx: Tx, scope: Scope, input: z.output<typeof newUser>): Promise<number> {
  const place = await settle(tx, scope, {
    ...input,
    lc: { codes: input.lc ?? [] },
    slc: { codes: input.slc ?? [] },
  });
  const user = await tx.loginUser.create({
    data: {
      ...place,
      username: input.username,
      passwordHash: await hash(input.password),
      roles: input.roles,
      cashLimit: input.cash_limit,
      ...created(scope),
    },
    select: { id: true },
  });
  return user.id;
}

const PLACE = ['groupname', 'ispid', 'resellerid', 'lc', 'slc'] as const;

/** Changes a login user; what is not given stays. */
export async function updateUser(tx: Tx, scope: Scope, input: z.output<typeof userChange>): Promise<'done'> {
  const before = await findUser(tx, scope, input.id);
  if (before.ispId === null)
    throw new Fault('forbidden', 'the server administrator is changed on the command line only');
  const moved = PLACE.some((parameter) => input[parameter] !== undefined);
  // Login users are the last to be locked: whose it is and will be comes first, and once more when nobody else changes it.
  if (moved) await settle(tx, scope, placeAfter(before, input));
  const passwordHash = input.password === undefined ? {} : { passwordHash: await hash(input.password) };
  await lockForUpdate(tx, scope, { what: 'login user', id: input.id });
  const user = await findUser(tx, scope, input.id);
  const place = moved ? await settle(tx, scope, placeAfter(user, input)) : {};
  if ('ispId' in place && place.ispId !== user.ispId) await refuseLeavingCash(tx, user.id);
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
async function refuseLeavingCash(tx: Tx, userId: number): Promise<void> {
  const account = await tx.ledgerAccount.findFirst({ where: { userId }, select: { id: true } });
  if (account)
    throw new Fault('conflict', `ispid: login user ${userId} has collected cash for its ISP; make another login user`);
}

type StoredUser = Awaited<ReturnType<typeof findUser>>;

/** A user that becomes one of the ISP leaves its reseller and its locations behind. */
function placeAfter(user: StoredUser, input: z.output<typeof userChange>): Place {
  const groupname = input.groupname ?? (user.groupname as Place['groupname']);
  const stays = groupname !== 'ISP';
  const isEmployee = groupname === 'Employee';
  return {
    groupname,
    ispid: input.ispid ?? user.ispId ?? 0,
    resellerid: input.resellerid ?? (stays ? (user.resellerId ?? 0) : undefined),
    lc: narrowedAfter(input.lc, isEmployee ? user.locationIds : []),
    slc: narrowedAfter(input.slc, isEmployee ? user.subLocationIds : []),
  };
}

const narrowedAfter = (change: string[] | null | undefined, stored: readonly number[]): Narrowed =>
  change === undefined ? { ids: stored } : { codes: change ?? [] };

export async function findUser(tx: Tx, scope: Scope, userId: number) {
  const user = await tx.loginUser.findFirst({
    where: { ...owned(scope), id: userId, deletedAt: null },
    select: {
      id: true,
      groupname: true,
      ispId: true,
      resellerId: true,
      locationIds: true,
      subLocationIds: true,
      roles: true,
      cashBalance: true,
    },
  });
  if (!user) throw notFound('login user', userId);
  return user;
}
