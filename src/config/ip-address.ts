import { isIP, isIPv4, isIPv6 } from 'node:net';
import { ipv6Octets } from './ipv6-octets.ts';
import { IPV4_MAPPED, SPECIAL_BLOCKS, type SpecialBlock } from './special-purpose.ts';

/** Four octets, or sixteen. */
type Octets = Uint8Array;

interface Network {
  readonly octets: Octets;
  readonly bits: number;
  readonly special: SpecialBlock;
}

/** @throws RangeError for a text that is no address */
const octetsOf = (address: string): Octets =>
  isIPv4(address) ? Uint8Array.from(address.split('.'), Number) : ipv6Octets(address.replace(/%.*$/, ''));

/** By family, the narrowest first. */
const NETWORKS: Readonly<Record<4 | 16, readonly Network[]>> = { 4: networksOf(4), 16: networksOf(6) };

function networksOf(version: 4 | 6): Network[] {
  return SPECIAL_BLOCKS.flatMap((special) => {
    const [address = '', bits] = special.block.split('/');
    if (isIP(address) !== version) return [];
    return [{ octets: octetsOf(address), bits: Number(bits), special }];
  }).sort((one, other) => other.bits - one.bits);
}

const holds = ({ octets: network, bits }: Network, octets: Octets): boolean =>
  network.every((octet, at) => {
    const kept = Math.min(Math.max(bits - 8 * at, 0), 8);
    return (((octet ^ (octets[at] ?? 0)) >> (8 - kept)) & 0xff) === 0;
  });

const specialOf = (octets: Octets): SpecialBlock | undefined =>
  NETWORKS[octets.length === 4 ? 4 : 16].find((network) => holds(network, octets))?.special;

/** The narrowest registered block of an address, however it is written; undefined: an IPv4 address without a special purpose. */
export const specialBlockOf = (address: string): SpecialBlock | undefined => specialOf(octetsOf(address));

/** Does the address lead to a host of the Internet? One that carries an IPv4 address leads where that does. */
export function isOfTheInternet(address: string): boolean {
  return isInternet(octetsOf(address));
}

function isInternet(octets: Octets): boolean {
  const special = specialOf(octets);
  if (special === undefined) return true;
  const { embedsIpv4At: at, globallyReachable, anycast = false } = special;
  if (at !== undefined) return isInternet(octets.subarray(at, at + 4));
  return globallyReachable === true && !anycast;
}

/** An IPv4-mapped address, which leads to the IPv4 address, as that one; every other as it is. */
export function withoutMapping(address: string): string {
  return isMapped(address) ? octetsOf(address).slice(-4).join('.') : address;
}

export const isMapped = (address: string): boolean => isIPv6(address) && specialBlockOf(address)?.block === IPV4_MAPPED;
