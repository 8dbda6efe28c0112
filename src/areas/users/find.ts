import { notFound } from '../../core/fault.ts';
import { owned, type Scope } from '../../core/scope.ts';
import type { Tx } from '../../db/database.ts';

export async function findUser(tx: Tx, scope: Scope, userId: number) {
  const user = await tx.loginUser.findFirst({
    where: { ...owned(scope), id: userId, deletedAt: null },
    select: {
      id: true,
      groupname: true,
      ispId: true,
      resellerId: true,
      locationIds: true,
      subLocationIds: true,
      roles: true,
      cashBalance: true,
    },
  });
  if (!user) throw notFound('login user', userId);
  return user;
}
