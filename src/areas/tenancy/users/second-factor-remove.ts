import { lockForUpdate } from '../../../core/records/row-locks.ts';
import type { Scope } from '../../../core/tenancy/scope.ts';
import type { Tx } from '../../../db/database.ts';

/** Removes the second factor of a login user and ends its sessions, as after the loss of a telephone. */
export async function removeSecondFactor(tx: Tx, scope: Scope, userId: number): Promise<'done'> {
  await lockForUpdate(tx, scope, { what: 'login user', id: userId });
  await tx.secondFactor.deleteMany({ where: { userId } });
  await tx.loginSession.deleteMany({ where: { userId } });
  return 'done';
}
