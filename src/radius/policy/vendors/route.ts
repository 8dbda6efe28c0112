import { ipv4Number } from '../../../core/network/ipv4.ts';
import { ipv4Text } from '../../protocol/packet/address.ts';
import { Attribute } from '../../protocol/packet/attribute.ts';
import type { AttributeWriter } from '../../protocol/packet/attribute-writer.ts';
import type { AccessProfile } from './profile.ts';
import type { Vendor } from './vendor.ts';

/**
 * Has the NAS route the IPv4 network around the subscriber's address to them: by Framed-IP-Netmask (RFC 2865 section 5.9), or by
 * Framed-Route (section 5.22), whose gateway 0.0.0.0 is the subscriber.
 */
export function writeRoute(writer: AttributeWriter, profile: AccessProfile, { routesByNetmask }: Vendor): void {
  const { framedIp, framedBits } = profile;
  if (framedIp === null || framedBits === undefined) return;
  const mask = framedBits === 0 ? 0 : (0xffffffff << (32 - framedBits)) >>> 0;
  if (routesByNetmask) writer.integer(Attribute.FramedIpNetmask, mask);
  else writer.text(Attribute.FramedRoute, `${dotted((ipv4Number(framedIp) & mask) >>> 0)}/${framedBits} 0.0.0.0 1`);
}

function dotted(number: number): string {
  const octets = Buffer.alloc(4);
  octets.writeUInt32BE(number);
  return ipv4Text(octets, 0);
}
