import { z } from 'zod';
import type { Call } from '../../../core/call.ts';
import { ispOfNew, ispShape } from '../../../core/tenancy/owner.ts';
import { created } from '../../../core/tenancy/scope.ts';
import { described, flagYN, oneOf, secret, text } from '../../../core/wire/index.ts';
import type { Tx } from '../../../db/database.ts';
import { seal } from '../../../db/seal.ts';
import { checkGateway } from './rules.ts';
import { ENVIRONMENTS, KEY_PURPOSE, NOTIFICATION_PURPOSE, PROVIDERS } from './vocabulary.ts';

export const newGateway = z.strictObject({
  ...ispShape(),
  provider: oneOf(PROVIDERS),
  name: text(),
  environment: oneOf(ENVIRONMENTS),
  key_id: described('for Razorpay; Stripe has none', text(100)).optional(),
  key_secret: secret(300),
  webhook_secret: secret(300).optional(),
  active: flagYN().default(true),
});

/** Adds an ISP's account at a payment provider. Returns its id. */
export async function createGateway(
  tx: Tx,
  { scope, kernel }: Call,
  input: z.output<typeof newGateway>,
): Promise<number> {
  const { provider, environment, key_id: keyId = null, key_secret, webhook_secret } = input;
  checkGateway({ provider, environment, key_id: keyId, key_secret }, kernel.config);
  const ispId = await ispOfNew(tx, scope, input);
  const { secretsKeys } = kernel;
  const gateway = await tx.paymentGateway.create({
    data: {
      ...{ ispId, provider, environment, keyId },
      name: input.name,
      active: input.active,
      keySecretEnc: seal(secretsKeys, KEY_PURPOSE, key_secret),
      webhookSecretEnc: webhook_secret === undefined ? null : seal(secretsKeys, NOTIFICATION_PURPOSE, webhook_secret),
      ...created(scope),
    },
    select: { id: true },
  });
  return gateway.id;
}
