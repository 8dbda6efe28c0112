import { z } from 'zod';
import { newToken } from '../../../../core/access/login-session.ts';
import { isProgram } from '../../../../core/access/roles.ts';
import type { Call } from '../../../../core/call.ts';
import { badParameter } from '../../../../core/fault.ts';
import { lockForUpdate } from '../../../../core/records/row-locks.ts';
import { type Scope, updated } from '../../../../core/tenancy/scope.ts';
import { shown } from '../../../../core/wire/index.ts';
import type { Tx } from '../../../../db/database.ts';
import { findUser } from '../find.ts';

export const madeAddress = z.object({ url: shown() });

/**
 * Makes the address at which a telephone flow asks `care/branch`; an earlier one ends. It is shown only this once. It has a token,
 * since flows and proxies write addresses into their logs: somebody who reads it there can ask for a yes or a no, and nothing else.
 * @throws Fault of kind `notFound`; of kind `badInput` for a user who is no program
 */
export async function makeBranchAddress(tx: Tx, { scope, kernel }: Call, userId: number): Promise<{ url: string }> {
  await lockForUpdate(tx, scope, { what: 'login user', id: userId });
  const { roles } = await findUser(tx, scope, userId);
  if (!isProgram(roles)) throw badParameter('id', 'must be a login user of the role CareLine');
  const { token, digest } = newToken();
  const data = { branchDigest: new Uint8Array(digest), branchMadeAt: kernel.clock.now(), ...updated(scope) };
  await tx.loginUser.update({ where: { id: userId }, data });
  return { url: `${kernel.config.publicUrl ?? ''}/care/branch/${token}` };
}

/** Ends the address at once; without one, nothing happens. */
export async function endBranchAddress(tx: Tx, scope: Scope, userId: number): Promise<'done'> {
  await lockForUpdate(tx, scope, { what: 'login user', id: userId });
  const data = { branchDigest: null, branchMadeAt: null, ...updated(scope) };
  await tx.loginUser.update({ where: { id: userId }, data });
  return 'done';
}
