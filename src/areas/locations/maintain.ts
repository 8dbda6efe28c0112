import { z } from 'zod';
import { given } from '../../core/changes.ts';
import { refuseWhileUsed } from '../../core/dependents.ts';
import { notFound } from '../../core/fault.ts';
import { claim } from '../../core/living.ts';
import { renamed } from '../../core/renamed.ts';
import type { Scope } from '../../core/scope.ts';
import { code, text } from '../../core/wire/index.ts';
import type { Tx } from '../../db/database.ts';
import { query, sql } from '../../db/sql.ts';
import { ispShape } from '../isps/owner.ts';
import { findLocation } from './create.ts';

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
  const { location, ispId } = await findLocation(tx, scope, input);
  const code = input.new_location_code;
  const data = { ...given({ code, name: input.location }), updatedBy: scope.by };
  await renamed('new_location_code', () => tx.location.update({ where: { id: location.id }, data }));
  if (code !== undefined && code !== location.code) await recode(tx, { ispId, from: location.code, to: code });
  return 'done';
}

export async function updateSubLocation(
  tx: Tx,
  scope: Scope,
  input: z.output<typeof subLocationChange>,
): Promise<'done'> {
  const { location, ispId } = await findLocation(tx, scope, input);
  const sub = await findSub(tx, location, input.sub_location_code);
  const code = input.new_sub_location_code;
  const data = { ...given({ code, name: input.sub_location }), updatedBy: scope.by };
  await renamed('new_sub_location_code', () => tx.subLocation.update({ where: { id: sub.id }, data }));
  if (code !== undefined && code !== sub.code)
    await recodeSub(tx, { ispId, lc: location.code, from: sub.code, to: code });
  return 'done';
}

/** Deletes a location that nothing is in. */
export async function deleteLocation(tx: Tx, scope: Scope, input: z.output<typeof namedLocation>): Promise<'done'> {
  const { location, ispId } = await findLocation(tx, scope, input);
  await claim(tx, 'location', location.id);
  refuseWhileUsed(`location ${location.code}`, {
    'sub locations': await tx.subLocation.count({ where: { locationId: location.id } }),
    ...(await inUse(tx, { ispId, locationCode: location.code })),
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
  await claim(tx, 'sub location', sub.id);
  const where = { ispId, locationCode: location.code, subLocationCode: sub.code };
  refuseWhileUsed(`sub location ${sub.code}`, await inUse(tx, where));
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

interface Recoding {
  readonly ispId: number;
  readonly from: string;
  readonly to: string;
}

// Records carry the code itself, as the contract shows it, and it means one location in the whole ISP: a new code is written
// wherever the old one stands. One of a reseller's own locations stands in its own records only.
async function recode(tx: Tx, { ispId, from, to }: Recoding): Promise<void> {
  await tx.service.updateMany({ where: { ispId, locationCode: from }, data: { locationCode: to } });
  await tx.lead.updateMany({ where: { ispId, locationCode: from }, data: { locationCode: to } });
  await tx.plan.updateMany({ where: { ispId, lc: from }, data: { lc: to } });
  await query(
    tx,
    sql`UPDATE auth.login_user SET lc = array_replace(lc, ${from}, ${to}) WHERE isp_id = ${ispId} AND ${from} = ANY (lc)`,
  );
}

async function recodeSub(tx: Tx, { ispId, lc, from, to }: Recoding & { lc: string }): Promise<void> {
  await tx.service.updateMany({
    where: { ispId, locationCode: lc, subLocationCode: from },
    data: { subLocationCode: to },
  });
  await tx.lead.updateMany({
    where: { ispId, locationCode: lc, subLocationCode: from },
    data: { subLocationCode: to },
  });
  await tx.plan.updateMany({ where: { ispId, lc, slc: from }, data: { slc: to } });
  await query(
    tx,
    sql`UPDATE auth.login_user SET slc = array_replace(slc, ${from}, ${to}) WHERE isp_id = ${ispId} AND ${from} = ANY (slc) AND (lc = '{}' OR ${lc} = ANY (lc))`,
  );
}
