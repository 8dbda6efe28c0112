import { Attribute } from '../../protocol/packet/attribute.ts';
import type { Packet } from '../../protocol/packet/packet.ts';
import { findVendor } from '../../protocol/packet/vendor-attribute.ts';

/** Addresses that no subscriber has: 0.0.0.0, 127/8, and all from 224.0.0.0, which Huawei and others send for none. */
const LOOPBACK = 127;
const FIRST_MULTICAST = 224;

/**
 * Framed-IP-Address as the fact that it is in accounting; null: the packet says nothing. 255.255.255.254 and 255.255.255.255 are
 * no addresses either, but ask for one (RFC 2865 section 5.8).
 */
export function reportedIpv4(packet: Packet): string | null {
  const ip = packet.ipv4(Attribute.FramedIpAddress);
  if (ip === null || ip === '0.0.0.0') return null;
  const first = Number.parseInt(ip, 10);
  return first === LOOPBACK || first >= FIRST_MULTICAST ? null : ip;
}

/** Those that ask for an address. */
const ASKING = ['255.255.255.254', '255.255.255.255'];

/** Whether Framed-IP-Address is one that no subscriber can have, and that does not mean that there is none either. */
export function hasBadAddress(packet: Packet): boolean {
  const ip = packet.ipv4(Attribute.FramedIpAddress);
  return ip !== null && ip !== '0.0.0.0' && !ASKING.includes(ip) && reportedIpv4(packet) === null;
}

const ERX = 4874;
/** ERX-Ipv4-Release-Control. */
const RELEASE_CONTROL = 164;

/**
 * Whether a packet without an address says that there is none any more (JunosE, “Releasing IPv4 Addresses During Termination of PPP
 * Sessions”): IPv6 of the session goes on. With an address it only says that there was another one before.
 */
export const isReleased = (packet: Packet): boolean =>
  !packet.has(Attribute.FramedIpAddress) && findVendor(packet, ERX, RELEASE_CONTROL) !== 0;
