import { eapFaults } from './eap.ts';
import { radSecFaults } from './radsec.ts';
import { roleFaults } from './roles.ts';

type RadSecValues = Parameters<typeof radSecFaults>[0];
type EapValues = Parameters<typeof eapFaults>[0];
type RoleValues = Parameters<typeof roleFaults>[0];

interface Values extends RadSecValues, EapValues, RoleValues {
  readonly RADIUS_AUTH_PORT: number;
  readonly RADIUS_ACCT_PORT: number;
  readonly CAPTIVE_PORT?: number | undefined;
  readonly PUBLIC_URL?: string | undefined;
}

/** Settings that are valid alone but not together, one sentence each. */
export function faultsOf(set: Values): string[] {
  const isOnePort = set.RADIUS_AUTH_PORT !== 0 && set.RADIUS_AUTH_PORT === set.RADIUS_ACCT_PORT;
  const isLost = set.CAPTIVE_PORT !== undefined && set.PUBLIC_URL === undefined;
  return [
    ...(isOnePort ? ['RADIUS_ACCT_PORT must differ from RADIUS_AUTH_PORT.'] : []),
    ...(isLost ? ['PUBLIC_URL must be set with CAPTIVE_PORT, which sends subscribers there.'] : []),
    ...radSecFaults(set),
    ...eapFaults(set),
    ...roleFaults(set),
  ];
}
