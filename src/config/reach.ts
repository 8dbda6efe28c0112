import type { z } from 'zod';
import { networks, origin } from './kinds.ts';
import { NasAddresses } from './nas-addresses.ts';
import type { Networks } from './networks.ts';
import { OutgoingAddresses } from './outgoing-addresses.ts';
import { trustedProxies as proxies } from './trusted-proxies.ts';

/** Which addresses are believed, and which may be called for tenants. */
export interface ReachSettings {
  /** Reverse proxies whose `X-Forwarded-For` is believed. */
  readonly trustedProxies: Networks;
  readonly nasAddresses: NasAddresses;
  /** Where the node may call for a tenant. */
  readonly outgoing: OutgoingAddresses;
  /** A gateway simulator, for trials of payments without a provider; undefined: payment gateways cannot use one. */
  readonly gatewaySimulatorUrl: string | undefined;
}

export const reachVariables = {
  TRUSTED_PROXIES: proxies(),
  NAS_FORBIDDEN_NETWORKS: networks(),
  NAS_ALLOWED_NETWORKS: networks(),
  OUTGOING_ALLOWED_NETWORKS: networks(),
  GATEWAY_SIMULATOR_URL: origin().optional(),
};

type Set = z.output<z.ZodObject<typeof reachVariables>>;

/** @param loopback allow NASes on this machine, for trials */
export function reachSettings(set: Set, { loopback }: { readonly loopback: boolean }): ReachSettings {
  return {
    trustedProxies: set.TRUSTED_PROXIES,
    nasAddresses: new NasAddresses({
      forbidden: set.NAS_FORBIDDEN_NETWORKS,
      allowed: set.NAS_ALLOWED_NETWORKS,
      loopback,
    }),
    outgoing: new OutgoingAddresses(set.OUTGOING_ALLOWED_NETWORKS),
    gatewaySimulatorUrl: set.GATEWAY_SIMULATOR_URL,
  };
}
