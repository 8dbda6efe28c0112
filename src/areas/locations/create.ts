import { z } from 'zod';
import { notFound } from '../../core/fault.ts';
import { created, type Scope, usable } from '../../core/scope.ts';
import { code, text } from '../../core/wire/index.ts';
import type { Tx } from '../../db/database.ts';
import { ispOfNew, ispShape } from '../isps/owner.ts';

export const newLocation = z.strictObject({ ...ispShape(), location_code: code(), location: text() });

export const newSubLocation = z.strictObject({
  ...ispShape(),
  location_code: code(),
  sub_location_code: code(),
  sub_location: text(),
});

/** Adds a location; a reseller's user adds it to the reseller, anyone else to the ISP. */
export async function createLocation(tx: Tx, scope: Scope, input: z.output<typeof newLocation>): Promise<'done'> {
  const ispId = await ispOfNew(tx, scope, input);
  await tx.location.create({
    data: { ispId, resellerId: scope.resellerId, code: input.location_code, name: input.location, ...created(scope) },
  });
  return 'done';
}

export async function createSubLocation(tx: Tx, scope: Scope, input: z.output<typeof newSubLocation>): Promise<'done'> {
  const ispId = await ispOfNew(tx, scope, input);
  const location = await findLocation(tx, scope, { ispId, code: input.location_code });
  await tx.subLocation.create({
    data: { locationId: location.id, code: input.sub_location_code, name: input.sub_location, ...created(scope) },
  });
  return 'done';
}

/** The location of that code, or a fault as if there were none. */
async function findLocation(tx: Tx, scope: Scope, { ispId, code }: { ispId: number; code: string }) {
  const location = await tx.location.findFirst({
    where: { ...usable(scope), ispId, code },
    // A reseller may use a code that its ISP uses too: its own comes first.
    orderBy: { resellerId: { sort: 'asc', nulls: 'last' } },
    select: { id: true },
  });
  if (!location) throw notFound('location', code);
  return location;
}

interface Codes {
  readonly ispId: number;
  readonly lc: string;
  readonly slc?: string | undefined;
}

/** Do these codes name a location, and a sub location in it, that the caller may use? */
export async function checkCodes(tx: Tx, scope: Scope, { ispId, lc, slc }: Codes): Promise<void> {
  const location = await findLocation(tx, scope, { ispId, code: lc });
  if (slc === undefined) return;
  const sub = await tx.subLocation.findFirst({ where: { locationId: location.id, code: slc }, select: { id: true } });
  if (!sub) throw notFound(`sub location in ${lc}`, slc);
}
