import type { z } from 'zod';
import { specialBlockOf } from './ip-address.ts';
import { networks, origin } from './kinds.ts';
import { NasAddresses } from './nas-addresses.ts';
import { type Network, type Networks, networksIn } from './networks.ts';
import { OutgoingAddresses } from './outgoing-addresses.ts';

/** More than the public networks of the largest providers of proxies. */
const WIDEST_PUBLIC = { 4: 12, 6: 24 } as const;

/** All of it is in one block that is not the Internet's, such as 10.0.0.0/8. */
function isPrivate({ address, bits }: Network): boolean {
  const { block = '', globallyReachable } = specialBlockOf(address) ?? {};
  return globallyReachable === false && Number(block.split('/')[1]) <= bits;
}

/** Any caller from such a network could claim any address, and no limit by address would hold. */
const isTooWide = (network: Network): boolean => network.bits < WIDEST_PUBLIC[network.version] && !isPrivate(network);

const trustedProxies = () =>
  networks((text) =>
    networksIn(text)?.some(isTooWide)
      ? 'must contain only your proxies; one of its networks is so large that strangers in it could call in anybody’s name'
      : undefined,
  );

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
  TRUSTED_PROXIES: trustedProxies(),
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
