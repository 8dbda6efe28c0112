import { eapFaults } from './eap.ts';
import { radiusFaults } from './radius.ts';
import { radSecFaults } from './radsec.ts';
import { roleFaults } from './roles.ts';
import { secretsKeyFaults } from './secrets-key-variables.ts';

type RadiusValues = Parameters<typeof radiusFaults>[0];
type RadSecValues = Parameters<typeof radSecFaults>[0];
type EapValues = Parameters<typeof eapFaults>[0];
type RoleValues = Parameters<typeof roleFaults>[0];
type SecretsKeyValues = Parameters<typeof secretsKeyFaults>[0];

interface Values extends RadiusValues, RadSecValues, EapValues, RoleValues, SecretsKeyValues {
  readonly CAPTIVE_PORT?: readonly unknown[] | undefined;
  readonly PUBLIC_URL?: string | undefined;
}

/** Settings that are valid alone but not together, one sentence each. */
export function faultsOf(set: Values): string[] {
  const isLost = set.CAPTIVE_PORT !== undefined && set.PUBLIC_URL === undefined;
  return [
    ...(isLost ? ['PUBLIC_URL must be set with CAPTIVE_PORT, because that port sends subscribers there.'] : []),
    ...radiusFaults(set),
    ...radSecFaults(set),
    ...eapFaults(set),
    ...roleFaults(set),
    ...secretsKeyFaults(set),
  ];
}
