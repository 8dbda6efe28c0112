import { hash } from '@node-rs/argon2';
import { z } from 'zod';
import { badParameters, Fault, type FieldFault, notFound } from '../../core/fault.ts';
import { ROLE_NAMES } from '../../core/permission.ts';
import { created, owned, type Scope } from '../../core/scope.ts';
import { code, csv, described, id, money, oneOf, ownerId, secret, username } from '../../core/wire/index.ts';
import type { Tx } from '../../db/database.ts';
import { query, sql } from '../../db/sql.ts';
import { ispOfNew, type Owner, ownerOfNew } from '../isps/owner.ts';
import { GROUPS, USER_STATUSES } from './list.ts';

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
  readonly lc: readonly string[];
  readonly slc: readonly string[];
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
  if (lc.length > 0) faults.push({ parameter: 'lc', problem: 'applies only when groupname is Employee' });
  if (slc.length > 0) faults.push({ parameter: 'slc', problem: 'applies only when groupname is Employee' });
  return faults;
}

/** Checks a place and resolves its owner. A reseller's user cannot put anyone above the reseller. */
async function settle(tx: Tx, scope: Scope, place: Place) {
  const faults = placeFaults(place);
  if (faults.length > 0) throw badParameters(faults);
  if (place.groupname === 'ISP') {
    if (scope.resellerId !== null)
      throw new Fault('forbidden', 'groupname: a user of a reseller cannot make users of the ISP');
    return { groupname: place.groupname, ispId: await ispOfNew(tx, scope, place), resellerId: null, lc: [], slc: [] };
  }
  const owner = await ownerOfNew(tx, scope, place);
  await checkLocations(tx, owner, place);
  return { groupname: place.groupname, ...owner, lc: [...place.lc], slc: [...place.slc] };
}

async function checkLocations(
  tx: Tx,
  { ispId, resellerId }: Owner,
  { lc, slc }: Pick<Place, 'lc' | 'slc'>,
): Promise<void> {
  const owners = [{ resellerId }, { resellerId: null }];
  const known = await tx.location.findMany({
    where: { ispId, OR: owners, code: { in: [...lc] } },
    select: { code: true },
  });
  const knownSub = await tx.subLocation.findMany({
    where: { location: { ispId, OR: owners }, code: { in: [...slc] } },
    select: { code: true },
  });
  const missing = (given: readonly string[], found: { code: string }[]) =>
    given.filter((code) => !found.some((each) => each.code === code));
  const faults = [
    ...missing(lc, known).map((code) => ({ parameter: 'lc', problem: `there is no location ${code}` })),
    ...missing(slc, knownSub).map((code) => ({ parameter: 'slc', problem: `there is no sub location ${code}` })),
  ];
  if (faults.length > 0) throw badParameters(faults);
}

/** Adds a login user; it can call once its first key is issued. Returns its id. */
export async function createUser(tx: Tx, scope: Scope, input: z.output<typeof newUser>): Promise<number> {
  const place = await settle(tx, scope, { ...input, lc: input.lc ?? [], slc: input.slc ?? [] });
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

/** Changes a login user; what is not given stays. */
export async function updateUser(tx: Tx, scope: Scope, input: z.output<typeof userChange>): Promise<'done'> {
  const user = await findUser(tx, scope, input.id);
  if (user.ispId === null) throw new Fault('forbidden', 'the server administrator is changed on the command line only');
  const moved = [input.groupname, input.ispid, input.resellerid, input.lc, input.slc].some(
    (value) => value !== undefined,
  );
  const place = moved ? await settle(tx, scope, placeAfter(user, input)) : {};
  if ('ispId' in place && place.ispId !== user.ispId) await refuseLeavingCash(tx, user.id);
  await tx.loginUser.update({
    where: { id: user.id },
    data: {
      ...place,
      ...(input.username === undefined ? {} : { username: input.username }),
      ...(input.password === undefined ? {} : { passwordHash: await hash(input.password) }),
      ...(input.roles === undefined ? {} : { roles: input.roles }),
      ...(input.cash_limit === undefined ? {} : { cashLimit: input.cash_limit }),
      ...(input.status === undefined ? {} : { status: input.status }),
      updatedBy: scope.by,
    },
  });
  return 'done';
}

/** Cash that was collected is in the books of an ISP, under the name of its collector. */
async function refuseLeavingCash(tx: Tx, userId: number): Promise<void> {
  // A payment that the user is taking locks the row as well: it is seen, or finds the user moved.
  await query(tx, sql`SELECT 1 FROM auth.login_user WHERE id = ${userId} FOR NO KEY UPDATE`);
  const account = await tx.ledgerAccount.findFirst({ where: { userId }, select: { id: true } });
  if (account)
    throw new Fault('conflict', `ispid: login user ${userId} has collected cash for its ISP; make another login user`);
}

type StoredUser = Awaited<ReturnType<typeof findUser>>;

/** A user that becomes one of the ISP leaves its reseller and its locations behind. */
function placeAfter(user: StoredUser, input: z.output<typeof userChange>): Place {
  const groupname = input.groupname ?? (user.groupname as Place['groupname']);
  const stays = groupname !== 'ISP';
  return {
    groupname,
    ispid: input.ispid ?? user.ispId ?? 0,
    resellerid: input.resellerid ?? (stays ? (user.resellerId ?? 0) : undefined),
    lc: input.lc ?? (groupname === 'Employee' && input.lc !== null ? user.lc : []),
    slc: input.slc ?? (groupname === 'Employee' && input.slc !== null ? user.slc : []),
  };
}

export async function findUser(tx: Tx, scope: Scope, userId: number) {
  const user = await tx.loginUser.findFirst({
    where: { ...owned(scope), id: userId, deletedAt: null },
    select: {
      id: true,
      groupname: true,
      ispId: true,
      resellerId: true,
      lc: true,
      slc: true,
      roles: true,
      cashBalance: true,
    },
  });
  if (!user) throw notFound('login user', userId);
  return user;
}
