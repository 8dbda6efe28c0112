import { lockForUpdate } from '../../../core/records/row-locks.ts';
import type { Scope } from '../../../core/tenancy/scope.ts';
import type { Tx } from '../../../db/database.ts';

/** Removes a rule; sessions that it let in go on. */
export async function deleteRealmRule(tx: Tx, scope: Scope, id: number): Promise<'done'> {
  await lockForUpdate(tx, scope, { what: 'realm rule', id });
  await tx.realmRule.delete({ where: { id } });
  return 'done';
}
