import { z } from 'zod';
import { notFound } from '../../../core/fault.ts';
import { lockForUpdate } from '../../../core/records/row-locks.ts';
import { ispOfNew, ispShape } from '../../../core/tenancy/owner.ts';
import { owned, type Scope } from '../../../core/tenancy/scope.ts';
import { code } from '../../../core/wire/index.ts';
import type { Tx } from '../../../db/database.ts';
import { query, sql } from '../../../db/sql.ts';

export const namedLocation = z.strictObject({ ...ispShape(), location_code: code() });

type NamedLocation = z.output<typeof namedLocation>;

/** A location that the caller's side owns; only the ISP's users may change one of the ISP itself. */
export async function findLocation(tx: Tx, scope: Scope, input: NamedLocation) {
  const ispId = await ispOfNew(tx, scope, input);
  const location = await tx.location.findFirst({
    where: { AND: [owned(scope), { ispId, code: input.location_code }] },
    select: { id: true, code: true, resellerId: true },
  });
  if (!location) throw notFound('location', input.location_code);
  return { location, ispId };
}

/**
 * The location, locked before it is read. If a code in it changes, its services are locked first: they come first in the
 * order of locks, and the new code is written into them.
 * @throws Fault of kind `notFound` also if another call has changed the location's code meanwhile
 */
export async function lockLocation(
  tx: Tx,
  scope: Scope,
  input: NamedLocation,
  { recodes }: { readonly recodes: boolean },
) {
  const { location, ispId } = await findLocation(tx, scope, input);
  if (recodes) {
    await query(
      tx,
      sql`SELECT 1 FROM crm.service WHERE isp_id = ${ispId} AND location_code = ${location.code}
          ORDER BY id FOR NO KEY UPDATE`,
    );
  }
  await lockForUpdate(tx, scope, { what: 'location', id: location.id });
  return findLocation(tx, scope, input);
}
