import { notFound, parameterFault } from '../../../core/fault.ts';
import type { Owner } from '../../../core/tenancy/owner.ts';
import { type Scope, scopeConditions } from '../../../core/tenancy/scope.ts';
import type { Tx } from '../../../db/database.ts';
import { join, query, sql } from '../../../db/sql.ts';

interface Member extends Owner {
  readonly id: number;
  readonly username: string;
}

/** Checks that the members of a queue are login users of its owner, whom the caller sees. */
export async function checkMembers(
  tx: Tx,
  scope: Scope,
  { ispId, resellerId }: Owner,
  members: readonly number[],
): Promise<void> {
  if (members.length === 0) return;
  const visible = scopeConditions(scope, { isp: 'u.isp_id', reseller: 'u.reseller_id', deleted: 'u.deleted_at' });
  const conditions = join([sql`u.id = ANY(${members}::integer[])`, ...visible], ' AND ');
  const found = await query<Member>(
    tx,
    sql`SELECT u.id, u.isp_id AS "ispId", u.reseller_id AS "resellerId", u.username
        FROM auth.login_user u WHERE ${conditions} ORDER BY u.id FOR SHARE`,
  );
  const missing = members.find((id) => !found.some((user) => user.id === id));
  if (missing !== undefined) throw notFound('login user', missing);
  const other = found.find((user) => user.ispId !== ispId || user.resellerId !== resellerId);
  if (other)
    throw parameterFault(
      'conflict',
      'members',
      `login user ${other.username} does not belong to the owner of the queue`,
    );
}
