import { lockForUpdate } from '../../../../core/records/row-locks.ts';
import type { Scope } from '../../../../core/tenancy/scope.ts';
import type { Tx } from '../../../../db/database.ts';

/** Removes a rule that was never right; one that has been is ended. */
export async function deleteNatRule(tx: Tx, scope: Scope, id: number): Promise<'done'> {
  await lockForUpdate(tx, scope, { what: 'NAT rule', id });
  await tx.natRule.delete({ where: { id } });
  return 'done';
}
