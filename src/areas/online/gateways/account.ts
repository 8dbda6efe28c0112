import type { Config } from '../../../config/config.ts';
import type { SecretsKeys } from '../../../config/secrets-keys.ts';
import { Fault } from '../../../core/fault.ts';
import { unseal } from '../../../db/seal.ts';
import { raw, type Sql } from '../../../db/sql.ts';
import { type Environment, KEY_PURPOSE, NOTIFICATION_PURPOSE, type ProviderName } from './vocabulary.ts';

/** An ISP's account at a provider, with its secrets. */
export interface Account {
  readonly id: number;
  readonly ispId: number;
  readonly provider: ProviderName;
  /** Where the provider's interface is, without a slash at the end. */
  readonly base: string;
  readonly keyId: string | null;
  readonly keySecret: string;
  /** Null: notifications are refused. */
  readonly webhookSecret: string | null;
}

/** A row of `crm.payment_gateway`. */
export interface StoredAccount {
  readonly id: number;
  readonly ispId: number;
  readonly provider: ProviderName;
  readonly environment: Environment;
  readonly keyId: string | null;
  readonly keySecretEnc: Buffer;
  readonly webhookSecretEnc: Buffer | null;
}

/** The columns of a StoredAccount, of the gateway `g`. */
export const accountColumns: Sql = raw(
  `g.id, g.isp_id AS "ispId", g.provider, g.environment, g.key_id AS "keyId", g.key_secret_enc AS "keySecretEnc",
   g.webhook_secret_enc AS "webhookSecretEnc"`,
);

/** No tenant decides which hosts a node calls: these, or the simulator of the installation's configuration. */
const BASES: Readonly<Record<ProviderName, string>> = {
  Razorpay: 'https://api.razorpay.com',
  Stripe: 'https://api.stripe.com',
};

type AccountKernel = { readonly secretsKeys: SecretsKeys; readonly config: Pick<Config, 'gatewaySimulatorUrl'> };

/** @throws Fault of kind `unavailable` for a gateway of the simulator where there is none any more */
export function openAccount({ secretsKeys, config }: AccountKernel, stored: StoredAccount): Account {
  const { id, ispId, provider, keyId } = stored;
  return {
    ...{ id, ispId, provider, keyId },
    base: stored.environment === 'Simulator' ? simulatorOf(provider, config.gatewaySimulatorUrl) : BASES[provider],
    keySecret: unseal(secretsKeys, KEY_PURPOSE, stored.keySecretEnc),
    webhookSecret:
      stored.webhookSecretEnc === null ? null : unseal(secretsKeys, NOTIFICATION_PURPOSE, stored.webhookSecretEnc),
  };
}

function simulatorOf(provider: ProviderName, simulator: string | undefined): string {
  if (simulator === undefined)
    throw new Fault('unavailable', 'this installation has no gateway simulator: GATEWAY_SIMULATOR_URL is not set');
  return `${simulator}/${provider.toLowerCase()}`;
}
