import { z } from 'zod';
import type { Call } from '../../../core/call.ts';
import { badParameters } from '../../../core/fault.ts';
import { lockForUpdate } from '../../../core/records/row-locks.ts';
import { definedFields } from '../../../core/records/updates.ts';
import { id, ip, secret, text } from '../../../core/wire/index.ts';
import type { Tx } from '../../../db/database.ts';
import { seal } from '../../../db/seal.ts';
import { destinationFaults } from '../nas/destination.ts';
import { tlsIdentity } from '../nas/tls-identity.ts';
import { port } from '../nas/vocabulary.ts';

/** Everything but `id` may be left out. An empty text clears the description. */
export const proxyChange = z.strictObject({
  id: id(),
  name: text().optional(),
  secret: secret().optional(),
  ip: ip().optional(),
  coa_port: port().optional(),
  description: text(500).nullable().optional(),
  tls_identity: tlsIdentity().nullable().optional(),
});

/** Changes a RADIUS proxy; its next packet is taken with the new settings. */
export async function updateProxy(
  tx: Tx,
  { scope, kernel }: Call,
  input: z.output<typeof proxyChange>,
): Promise<'done'> {
  const faults = destinationFaults(input, kernel.config.nasAddresses);
  if (faults.length > 0) throw badParameters(faults);
  await lockForUpdate(tx, scope, { what: 'RADIUS proxy', id: input.id });
  await tx.radiusProxy.update({
    where: { id: input.id },
    data: {
      ...definedFields({
        name: input.name,
        ip: input.ip,
        coaPort: input.coa_port,
        description: input.description,
        tlsIdentity: input.tls_identity,
        secretEnc: input.secret === undefined ? undefined : seal(kernel.secretsKeys, 'proxy.secret', input.secret),
      }),
      updatedBy: scope.by,
    },
  });
  return 'done';
}
