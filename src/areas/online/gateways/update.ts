import { z } from 'zod';
import type { Call } from '../../../core/call.ts';
import { readForUpdate } from '../../../core/records/row-locks.ts';
import { definedFields } from '../../../core/records/updates.ts';
import { flagYN, id, secret, text } from '../../../core/wire/index.ts';
import type { Tx } from '../../../db/database.ts';
import { seal } from '../../../db/seal.ts';
import { sql } from '../../../db/sql.ts';
import { checkGateway } from './rules.ts';
import { type Environment, KEY_PURPOSE, NOTIFICATION_PURPOSE, type ProviderName } from './vocabulary.ts';

/**
 * Everything but `id` may be left out. Neither the provider nor the environment can be changed: the orders of a gateway are
 * known to that one only.
 */
export const gatewayChange = z.strictObject({
  id: id(),
  name: text().optional(),
  key_id: text(100).optional(),
  key_secret: secret(300).optional(),
  webhook_secret: secret(300).nullable().optional(),
  active: flagYN().optional(),
});

interface Stored {
  readonly provider: ProviderName;
  readonly environment: Environment;
  readonly keyId: string | null;
}

/** Changes a payment gateway. New keys must be of the same account, since its orders are asked for with them. */
export async function updateGateway(
  tx: Tx,
  { scope, kernel: { config, secretsKeys } }: Call,
  input: z.output<typeof gatewayChange>,
): Promise<'done'> {
  const { key_secret: key, webhook_secret: signingSecret } = input;
  const gateway = { what: 'payment gateway', id: input.id } as const;
  const columns = sql`x.provider, x.environment, x.key_id AS "keyId"`;
  const { provider, environment, keyId } = await readForUpdate<Stored>(tx, scope, gateway, columns);
  checkGateway({ provider, environment, key_id: input.key_id ?? keyId, key_secret: key }, config);
  await tx.paymentGateway.update({
    where: { id: input.id },
    data: {
      ...definedFields({
        name: input.name,
        keyId: input.key_id,
        active: input.active,
        keySecretEnc: key === undefined ? undefined : seal(secretsKeys, KEY_PURPOSE, key),
        webhookSecretEnc:
          signingSecret === undefined || signingSecret === null
            ? signingSecret
            : seal(secretsKeys, NOTIFICATION_PURPOSE, signingSecret),
      }),
      updatedBy: scope.by,
    },
  });
  return 'done';
}
