import { Attribute } from '../../protocol/packet/attribute.ts';
import type { Packet } from '../../protocol/packet/packet.ts';

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
