import { parameterFault } from '../../../core/fault.ts';
import { readShared } from '../../../core/records/row-locks.ts';
import type { Owner } from '../../../core/tenancy/owner.ts';
import type { Scope } from '../../../core/tenancy/scope.ts';
import type { Tx } from '../../../db/database.ts';
import { sql } from '../../../db/sql.ts';

interface Assignee extends Owner {
  readonly username: string;
  readonly status: string;
}

const COLUMNS = sql`x.isp_id AS "ispId", x.reseller_id AS "resellerId", x.username, x.status`;

/**
 * Checks that a login user can work on a lead of this owner: one of the ISP itself or of the reseller, whom the caller sees. A
 * reseller's users assign their own colleagues only. The user is locked against moving to another owner.
 */
export async function checkAssignee(tx: Tx, scope: Scope, { ispId, resellerId }: Owner, userId: number): Promise<void> {
  const user = await readShared<Assignee>(tx, scope, { what: 'login user', id: userId }, COLUMNS);
  const isOfOwner = user.ispId === ispId && (user.resellerId === null || user.resellerId === resellerId);
  if (!isOfOwner)
    throw parameterFault(
      'conflict',
      'assigned_to',
      `login user ${user.username} does not belong to the owner of the lead`,
    );
  if (user.status !== 'Active')
    throw parameterFault('conflict', 'assigned_to', `login user ${user.username} is suspended`);
}
