import { z } from 'zod';
import type { Call } from '../../../core/call.ts';
import { badParameters } from '../../../core/fault.ts';
import { ispOfNew } from '../../../core/tenancy/owner.ts';
import { created, type Scope } from '../../../core/tenancy/scope.ts';
import { described, ip, ownerId, secret, text } from '../../../core/wire/index.ts';
import type { Tx } from '../../../db/database.ts';
import { seal } from '../../../db/seal.ts';
import { destinationFaults } from '../nas/destination.ts';
import { tlsIdentity } from '../nas/tls-identity.ts';
import { port } from '../nas/vocabulary.ts';

export const newProxy = z.strictObject({
  ispid: described("when absent, the caller's own", ownerId()).optional(),
  name: text(),
  secret: secret(),
  ip: ip(),
  coa_port: port().default(3799),
  description: text(500).optional(),
  tls_identity: tlsIdentity().optional(),
});

type NewProxy = z.output<typeof newProxy>;

/** Adds a RADIUS proxy, whose packets are taken from the next one on. Returns its id. */
export async function createProxy(tx: Tx, { scope, kernel }: Call, input: NewProxy): Promise<number> {
  const faults = destinationFaults(input, kernel.config.nasAddresses);
  if (faults.length > 0) throw badParameters(faults);
  const ispId = await ownerOfNewProxy(tx, scope, input);
  const proxy = await tx.radiusProxy.create({
    data: {
      ispId,
      name: input.name,
      ip: input.ip,
      coaPort: input.coa_port,
      description: input.description ?? null,
      tlsIdentity: input.tls_identity ?? null,
      secretEnc: seal(kernel.secretsKeys, 'proxy.secret', input.secret),
      ...created(scope),
    },
    select: { id: true },
  });
  return proxy.id;
}

/** Null: the installation, for which only the server administrator may speak. */
async function ownerOfNewProxy(tx: Tx, scope: Scope, { ispid }: NewProxy): Promise<number | null> {
  const isInstallation = scope.ispId === null && (ispid ?? 0) === 0;
  return isInstallation ? null : ispOfNew(tx, scope, { ispid });
}
