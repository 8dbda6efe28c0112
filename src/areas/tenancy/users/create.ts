import { z } from 'zod';
import { hashPassword } from '../../../core/access/password.ts';
import { ROLE_NAMES } from '../../../core/access/roles.ts';
import { emptyAsNull } from '../../../core/records/updates.ts';
import { created, type Scope } from '../../../core/tenancy/scope.ts';
import { csv, id, loginName, oneOf, ownerId, secret } from '../../../core/wire/index.ts';
import type { Tx } from '../../../db/database.ts';
import { resolveMembership } from './membership.ts';
import { refuseUnfitProgram } from './program-role.ts';
import { allowedIps, cashLimit, codes, GROUPS, personShape } from './vocabulary.ts';

/** Contract 4.2. */
export const newUser = z.strictObject({
  username: loginName(),
  password: secret(),
  groupname: oneOf(GROUPS),
  roles: csv(oneOf(ROLE_NAMES)),
  ispid: id(),
  resellerid: ownerId().optional(),
  lc: codes().optional(),
  slc: codes().optional(),
  cash_limit: cashLimit(),
  allowed_ips: allowedIps().optional(),
  ...personShape(),
});

/** Before the transaction: it takes a while, and may have to wait. @throws Fault of kind `tooMany` */
export const hashUserPassword = ({ ispId, by }: Scope, password: string): Promise<string> =>
  hashPassword({ kind: 'change', tenant: ispId ?? 'server', caller: by }, password);

/** Adds a login user, which can call the API once a key is issued for it. Returns its id. */
export async function createUser(
  tx: Tx,
  scope: Scope,
  { passwordHash, ...input }: Omit<z.output<typeof newUser>, 'password'> & { readonly passwordHash: string },
): Promise<number> {
  refuseUnfitProgram(input);
  const membership = await resolveMembership(tx, scope, {
    ...input,
    lc: { codes: input.lc ?? [] },
    slc: { codes: input.slc ?? [] },
  });
  const user = await tx.loginUser.create({
    data: {
      ...membership,
      username: input.username,
      ...emptyAsNull({ name: input.name, mobile: input.mobile, email: input.email }),
      passwordHash,
      roles: input.roles,
      cashLimit: input.cash_limit,
      allowedIps: input.allowed_ips ?? [],
      ...created(scope),
    },
    select: { id: true },
  });
  return user.id;
}
