import type { Tx } from '../../db/database.ts';
import { query, type Sql, sql } from '../../db/sql.ts';
import { badParameter, badParameters, notFound } from '../fault.ts';
import { lockShared } from '../records/row-locks.ts';
import { described, id, ownerId } from '../wire/index.ts';
import type { Scope } from './scope.ts';

/** The owner of a record. `resellerId` null: the ISP itself. */
export interface Owner {
  readonly ispId: number;
  readonly resellerId: number | null;
}

/** Prisma `where` of what a record of this owner may refer to: the owner's own records, and those of the ISP itself. */
export const availableTo = ({ ispId, resellerId }: Owner) => ({ ispId, OR: [{ resellerId }, { resellerId: null }] });

/** The same in SQL, for a record `x`, or of another name. */
export const isAvailableTo = ({ ispId, resellerId }: Owner, x = sql`x`): Sql =>
  resellerId === null
    ? sql`${x}.isp_id = ${ispId} AND ${x}.reseller_id IS NULL`
    : sql`${x}.isp_id = ${ispId} AND (${x}.reseller_id = ${resellerId} OR ${x}.reseller_id IS NULL)`;

/** `ispid` and `resellerid` of a create: each optional for a caller that belongs to one (contract 5.5). */
export const ownerShape = () => ({ ...ispShape(), resellerid: ownerId().optional() });
export const ispShape = () => ({ ispid: described("when absent, the caller's own", id()).optional() });

type OwnerInput = { ispid?: number | undefined; resellerid?: number | undefined };

/** The ISP of a new record: the caller's own, or the one the server administrator names. */
export async function ispOfNew(tx: Tx, scope: Scope, input: OwnerInput): Promise<number> {
  const ispId = ispIdOf(scope, input);
  await lockShared(tx, 'ISP', ispId);
  return ispId;
}

/** The same without a lock, for a read. */
export function ispIdOf(scope: Scope, { ispid }: OwnerInput): number {
  const ispId = ispid ?? scope.ispId;
  if (ispId === null) throw badParameter('ispid', 'is required');
  if (scope.ispId !== null && scope.ispId !== ispId) throw notFound('ISP', ispId);
  return ispId;
}

/** The owner of a new record; `resellerid=0` means the ISP itself. Locks it against deletion. */
export async function ownerOfNew(tx: Tx, scope: Scope, input: OwnerInput): Promise<Owner> {
  const resellerid = input.resellerid ?? scope.resellerId;
  const missing = [
    ...((input.ispid ?? scope.ispId) === null ? ['ispid'] : []),
    ...(resellerid === null ? ['resellerid'] : []),
  ];
  if (resellerid === null || missing.length > 0) {
    throw badParameters(missing.map((parameter) => ({ parameter, problem: 'is required' })));
  }
  const ispId = ispIdOf(scope, input);
  if (scope.resellerId !== null && scope.resellerId !== resellerid) throw notFound('reseller', resellerid);
  const locked = lockShared(tx, 'ISP', ispId);
  if (resellerid === 0) {
    await locked;
    return { ispId, resellerId: null };
  }
  const reading = query<{ id: number }>(
    tx,
    sql`SELECT id FROM crm.reseller WHERE id = ${resellerid} AND isp_id = ${ispId} AND deleted_at IS NULL FOR SHARE`,
  );
  const [, [reseller]] = await Promise.all([locked, reading]);
  if (!reseller) throw notFound('reseller', resellerid);
  return { ispId, resellerId: reseller.id };
}

/** Like `ownerOfNew`, for records whose `resellerid` is optional in the contract: absent means the ISP itself. */
export function optionalOwnerOfNew(tx: Tx, scope: Scope, input: OwnerInput): Promise<Owner> {
  return ownerOfNew(tx, scope, { ...input, resellerid: input.resellerid ?? scope.resellerId ?? 0 });
}

/** The owner that an update names: undefined if it names none. What it leaves out stays as stored. */
export async function changedOwner(
  tx: Tx,
  scope: Scope,
  { stored, input }: { readonly stored: Owner; readonly input: OwnerInput },
): Promise<Owner | undefined> {
  if (input.ispid === undefined && input.resellerid === undefined) return undefined;
  const { ispid = stored.ispId, resellerid = stored.resellerId ?? 0 } = input;
  return ownerOfNew(tx, scope, { ispid, resellerid });
}
