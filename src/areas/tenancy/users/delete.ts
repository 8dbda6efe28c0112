import type { Actor } from '../../../core/access/actor.ts';
import type { Call } from '../../../core/call.ts';
import { Fault } from '../../../core/fault.ts';
import { lockForDelete } from '../../../core/records/row-locks.ts';
import type { Tx } from '../../../db/database.ts';
import { findUser } from './find.ts';

/** Deletes a login user and its keys. Refused while it holds cash, and for the caller itself. */
export async function deleteUser(
  tx: Tx,
  { scope, kernel, actor }: Call & { actor: Actor },
  userId: number,
): Promise<'done'> {
  await findUser(tx, scope, userId);
  await lockForDelete(tx, 'login user', userId);
  // Under the lock: cash may have been collected meanwhile.
  const user = await findUser(tx, scope, userId);
  if (user.ispId === null) throw new Fault('forbidden', 'only the command line can delete a server administrator');
  if (user.id === actor.userId) throw new Fault('conflict', 'you cannot delete yourself');
  if (Number(user.cashBalance) !== 0)
    throw new Fault('conflict', `login user ${userId} still holds ${user.cashBalance} in cash; settle it first`);
  const now = kernel.clock.now();
  await tx.loginUser.update({ where: { id: userId }, data: { deletedAt: now, updatedBy: scope.by } });
  await tx.apiKey.updateMany({
    where: { userId, OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] },
    data: { expiresAt: now },
  });
  return 'done';
}
