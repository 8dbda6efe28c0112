import { z } from 'zod';
import { refuseWhileUsed } from '../../core/dependents.ts';
import { notFound } from '../../core/fault.ts';
import { lockForDelete, lockForUpdate } from '../../core/row-locks.ts';
import type { Scope } from '../../core/scope.ts';
import { reportTakenAs } from '../../core/taken-values.ts';
import { definedFields } from '../../core/updates.ts';
import { code, text } from '../../core/wire/index.ts';
import type { Tx } from '../../db/database.ts';
import { query, sql } from '../../db/sql.ts';
import { ispShape } from '../isps/owner.ts';
import { findLocation } from './create.ts';
import { recode, recodeSub } from './recode.ts';

export const locationChange = z.strictObject({
  ...ispShape(),
  location_code: code(),
  new_location_code: code().optional(),
  location: text().optional(),
});

export const subLocationChange = z.strictObject({
  ...ispShape(),
  location_code: code(),
  sub_location_code: code(),
  new_sub_location_code: code().optional(),
  sub_location: text().optional(),
});

export const namedLocation = z.strictObject({ ...ispShape(), location_code: code() });
export const namedSubLocation = z.strictObject({ ...ispShape(), location_code: code(), sub_location_code: code() });

/** Renames a location, or gives it another code: whatever carries the code follows. */
export async function updateLocation(tx: Tx, scope: Scope, input: z.output<typeof locationChange>): Promise<'done'> {
  const { location, ispId } = await lockLocation(tx, scope, input);
  const code = input.new_location_code;
  const data = { ...definedFields({ code, name: input.location }), updatedBy: scope.by };
  await reportTakenAs('new_location_code', () => tx.location.update({ where: { id: location.id }, data }));
  if (code !== undefined && code !== location.code)
    await recode(tx, { ispId, resellerId: location.resellerId, from: location.code, to: code });
  return 'done';
}

export async function updateSubLocation(
  tx: Tx,
  scope: Scope,
  input: z.output<typeof subLocationChange>,
): Promise<'done'> {
  const { location, ispId } = await lockLocation(tx, scope, input);
  const sub = await findSub(tx, location, input.sub_location_code);
  const code = input.new_sub_location_code;
  const data = { ...definedFields({ code, name: input.sub_location }), updatedBy: scope.by };
  await reportTakenAs('new_sub_location_code', () => tx.subLocation.update({ where: { id: sub.id }, data }));
  if (code !== undefined && code !== sub.code)
    await recodeSub(tx, {
      ispId,
      resellerId: location.resellerId,
      lc: location.code,
      from: sub.code,
      to: code,
    });
  return 'done';
}

/**
 * The location that is named, locked, and the services in it before: they come first in the order of locks, and a new code is
 * written into them. Another call may have given it another code meanwhile: then it is not there any more.
 */
async function lockLocation(tx: Tx, scope: Scope, input: z.output<typeof locationChange | typeof subLocationChange>) {
  const { location, ispId } = await findLocation(tx, scope, input);
  if ('new_location_code' in input || 'new_sub_location_code' in input) {
    await query(
      tx,
      sql`SELECT 1 FROM crm.service WHERE isp_id = ${ispId} AND location_code = ${location.code}
          ORDER BY id FOR NO KEY UPDATE`,
    );
  }
  await lockForUpdate(tx, scope, { what: 'location', id: location.id });
  return findLocation(tx, scope, input);
}

/** Deletes a location that nothing is in. */
export async function deleteLocation(tx: Tx, scope: Scope, input: z.output<typeof namedLocation>): Promise<'done'> {
  const { location, ispId } = await findLocation(tx, scope, input);
  await lockForDelete(tx, 'location', location.id);
  refuseWhileUsed(`location ${location.code}`, {
    'sub locations': await tx.subLocation.count({ where: { locationId: location.id } }),
    ...(await inUse(tx, { ispId, locationCode: location.code })),
    'login users': await tx.loginUser.count({ where: { locationIds: { has: location.id }, deletedAt: null } }),
  });
  await tx.location.delete({ where: { id: location.id } });
  return 'done';
}

export async function deleteSubLocation(
  tx: Tx,
  scope: Scope,
  input: z.output<typeof namedSubLocation>,
): Promise<'done'> {
  const { location, ispId } = await findLocation(tx, scope, input);
  const sub = await findSub(tx, location, input.sub_location_code);
  await lockForDelete(tx, 'sub location', sub.id);
  const where = { ispId, locationCode: location.code, subLocationCode: sub.code };
  refuseWhileUsed(`sub location ${sub.code}`, {
    ...(await inUse(tx, where)),
    'login users': await tx.loginUser.count({ where: { subLocationIds: { has: sub.id }, deletedAt: null } }),
  });
  await tx.subLocation.delete({ where: { id: sub.id } });
  return 'done';
}

interface Place {
  readonly ispId: number;
  readonly locationCode: string;
  readonly subLocationCode?: string;
}

async function inUse(tx: Tx, place: Place) {
  const { ispId, locationCode: lc, subLocationCode: slc } = place;
  return {
    services: await tx.service.count({ where: { ...place, deletedAt: null } }),
    'pending leads': await tx.lead.count({ where: { ...place, closedAt: null } }),
    plans: await tx.plan.count({ where: { ispId, lc, ...(slc === undefined ? {} : { slc }), deletedAt: null } }),
  };
}

async function findSub(tx: Tx, location: { id: number; code: string }, code: string) {
  const sub = await tx.subLocation.findFirst({
    where: { locationId: location.id, code },
    select: { id: true, code: true },
  });
  if (!sub) throw notFound(`sub location in ${location.code}`, code);
  return sub;
}
