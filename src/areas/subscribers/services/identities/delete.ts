import { z } from 'zod';
import type { Call } from '../../../../core/call.ts';
import { notFound } from '../../../../core/fault.ts';
import { scopeConditions, serviceScope } from '../../../../core/tenancy/scope.ts';
import { id } from '../../../../core/wire/index.ts';
import type { Tx } from '../../../../db/database.ts';
import { join, query, sql } from '../../../../db/sql.ts';

export const namedIdentity = z.strictObject({ id: id() });

/** Takes an identity from its service. A session that began with it goes on. */
export async function deleteIdentity(tx: Tx, { scope }: Call, identityId: number): Promise<'Done'> {
  const mine = join(
    [sql`i.id = ${identityId}`, sql`s.id = i.service_id`, ...scopeConditions(scope, serviceScope('s'))],
    ' AND ',
  );
  const deleted = await query(
    tx,
    sql`DELETE FROM crm.service_identity i USING crm.service s WHERE ${mine} RETURNING i.id`,
  );
  if (deleted.length === 0) throw notFound('identity', identityId);
  return 'Done';
}
