import { z } from 'zod';
import { badParameter } from '../../../core/fault.ts';
import type { Kernel } from '../../../core/kernel.ts';
import { lockForUpdate } from '../../../core/records/row-locks.ts';
import { type Scope, updated } from '../../../core/tenancy/scope.ts';
import * as wire from '../../../core/wire/index.ts';
import type { Tx } from '../../../db/database.ts';
import { seal } from '../../../db/seal.ts';
import { update } from '../../../db/write.ts';

/** What a router can store, and a person can type into it. */
const PRINTABLE = /^[\x21-\x7e]{8,64}$/;

/** `password` is that of the pages. */
export const newConnectionPassword = z.strictObject({
  serviceid: wire.id(),
  password: wire.secret(),
  new_password: wire.secret(),
});

/** @throws Fault of kind `badInput` */
export function checkConnectionPassword({ password, new_password }: z.output<typeof newConnectionPassword>): void {
  if (!PRINTABLE.test(new_password))
    throw badParameter('new_password', 'must have 8 to 64 letters, digits or signs, and no spaces');
  if (new_password === password) throw badParameter('new_password', 'must not be your password for these pages');
}

/** Changes the password by which the router logs in. An open session goes on; the next log-in needs the new one. */
export async function changeConnectionPassword(
  tx: Tx,
  { scope, kernel }: { readonly scope: Scope; readonly kernel: Pick<Kernel, 'secretsKeys'> },
  { serviceid, new_password }: z.output<typeof newConnectionPassword>,
): Promise<'done'> {
  await lockForUpdate(tx, scope, { what: 'service', id: serviceid });
  const passwordEnc = seal(kernel.secretsKeys, 'service.password', new_password);
  update(tx, 'crm.service', [{ id: serviceid, passwordEnc, ...updated(scope) }]);
  return 'done';
}
