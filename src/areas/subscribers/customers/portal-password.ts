import { z } from 'zod';
import { hashPassword } from '../../../core/access/password.ts';
import { badParameter } from '../../../core/fault.ts';
import { lockForUpdate } from '../../../core/records/row-locks.ts';
import { type Scope, updated } from '../../../core/tenancy/scope.ts';
import { id, secret } from '../../../core/wire/index.ts';
import type { Tx } from '../../../db/database.ts';
import { update } from '../../../db/write.ts';
import { checkMayGiveAccess, type Giver } from './give-access.ts';

/** NIST SP 800-63B, 5.1.1.1. */
const MIN_LENGTH = 8;

export const portalPassword = z.strictObject({ customerid: id(), new_password: secret() });

/** Before the transaction: it takes a while. @throws Fault of kind `badInput`, `tooMany` */
export async function hashPortalPassword(
  { ispId, by }: Scope,
  { new_password }: z.output<typeof portalPassword>,
): Promise<string> {
  if (new_password.length < MIN_LENGTH)
    throw badParameter('new_password', `must have at least ${MIN_LENGTH} characters`);
  return hashPassword({ kind: 'change', tenant: ispId ?? 'server', caller: by }, new_password);
}

/** Sets the password by which a customer signs in to their own pages. A trigger ends their sessions. @throws Fault */
export async function setPortalPassword(tx: Tx, giver: Giver, customerId: number, hash: string): Promise<'done'> {
  const { scope } = giver;
  await lockForUpdate(tx, scope, { what: 'customer', id: customerId });
  await checkMayGiveAccess(tx, giver, customerId);
  update(tx, 'crm.customer', [{ id: customerId, portalPasswordHash: hash, ...updated(scope) }]);
  return 'done';
}
