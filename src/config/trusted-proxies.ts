import { specialBlockOf } from './ip-address.ts';
import { networks } from './kinds.ts';
import { type Network, networksIn } from './networks.ts';

/** More than the public networks of the largest providers of proxies. */
const WIDEST_PUBLIC = { 4: 12, 6: 24 } as const;

/** All of it is in one block that is not the Internet's, such as 10.0.0.0/8. */
function isPrivate({ address, bits }: Network): boolean {
  const { block = '', globallyReachable } = specialBlockOf(address) ?? {};
  return globallyReachable === false && Number(block.split('/')[1]) <= bits;
}

/** Any caller from such a network could claim any address, and no limit by address would hold. */
const isTooWide = (network: Network): boolean => network.bits < WIDEST_PUBLIC[network.version] && !isPrivate(network);

export const trustedProxies = () =>
  networks((text) =>
    networksIn(text)?.some(isTooWide)
      ? 'must name your proxies alone, and has a network so large that strangers could be in it, who could then call in anybody’s name'
      : undefined,
  );
