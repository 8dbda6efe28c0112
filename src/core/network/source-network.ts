import { isIPv6 } from 'node:net';
import { ipv6Octets } from '../../config/ipv6-octets.ts';

/** Octets of a /48: what one subscriber or company has, who can call from any address of it. */
const IPV6_SITE = 6;

/** Who calls from an address, as far as shares go: an IPv4 address, or the /48 of an IPv6 address. */
export const sourceNetwork = (address: string): string =>
  isIPv6(address) ? ipv6Octets(address).subarray(0, IPV6_SITE).toString('hex') : address;
