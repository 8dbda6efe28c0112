import type { Config } from '../../../config/config.ts';
import { badParameters, type FieldFault } from '../../../core/fault.ts';
import type { Environment, ProviderName } from './vocabulary.ts';

interface GatewayFields {
  readonly provider: ProviderName;
  readonly environment: Environment;
  readonly key_id: string | null;
  /** Undefined: it stays as it is. */
  readonly key_secret: string | undefined;
}

/** What keys of each provider begin with; the simulator takes test keys. */
const KEY_ID: Partial<Record<ProviderName, Readonly<Record<Environment, RegExp>>>> = {
  Razorpay: { Live: /^rzp_live_\w+$/, Test: /^rzp_test_\w+$/, Simulator: /^rzp_test_\w+$/ },
};
const KEY_SECRET: Partial<Record<ProviderName, Readonly<Record<Environment, RegExp>>>> = {
  Stripe: { Live: /^[sr]k_live_\w+$/, Test: /^[sr]k_test_\w+$/, Simulator: /^[sr]k_test_\w+$/ },
};

/** Refuses keys that are not of this provider and environment: nobody pays money with a test key. */
export function checkGateway(
  fields: GatewayFields,
  { gatewaySimulatorUrl }: Pick<Config, 'gatewaySimulatorUrl'>,
): void {
  const { provider, environment, key_id: keyId, key_secret: keySecret } = fields;
  const faults: FieldFault[] = [];
  if (environment === 'Simulator' && gatewaySimulatorUrl === undefined)
    faults.push({ parameter: 'environment', problem: 'this installation has no gateway simulator' });
  const idPattern = KEY_ID[provider]?.[environment];
  const wanted = environment === 'Live' ? 'live' : 'test';
  if (!idPattern && keyId !== null)
    faults.push({ parameter: 'key_id', problem: `does not apply to ${provider}, which has none` });
  if (idPattern && keyId === null) faults.push({ parameter: 'key_id', problem: `is required for ${provider}` });
  if (idPattern && keyId !== null && !idPattern.test(keyId))
    faults.push({ parameter: 'key_id', problem: `must be a ${wanted} key of ${provider}` });
  const secretPattern = KEY_SECRET[provider]?.[environment];
  if (secretPattern && keySecret !== undefined && !secretPattern.test(keySecret))
    faults.push({ parameter: 'key_secret', problem: `must be a ${wanted} key of ${provider}` });
  if (faults.length > 0) throw badParameters(faults);
}
