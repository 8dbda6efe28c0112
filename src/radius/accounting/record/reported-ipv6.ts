import { ipv6PrefixOf, ipv6Text, readIpv6Prefix } from '../../../core/network/ipv6.ts';
import { ipv6PrefixText } from '../../protocol/packet/address.ts';
import { Attribute } from '../../protocol/packet/attribute.ts';
import type { Packet } from '../../protocol/packet/packet.ts';
import type { ReportedIpv6 } from './record.ts';

const ADDRESS_OCTETS = 16;
const INTERFACE_ID_OCTETS = 8;

/**
 * What an accounting packet says about IPv6: Framed-IPv6-Prefix and Framed-Interface-Id (RFC 3162 sections 2.3 and 2.2),
 * Delegated-IPv6-Prefix (RFC 4818), Framed-IPv6-Address (RFC 6911 section 3.1). Null: nothing. Malformed attributes, and all but
 * the first of a kind, are ignored.
 */
export function reportedIpv6(packet: Packet): ReportedIpv6 | null {
  const prefix = prefixIn(packet, Attribute.FramedIpv6Prefix);
  const delegated = prefixIn(packet, Attribute.DelegatedIpv6Prefix);
  const address = addressIn(packet) ?? addressWithin(prefix, packet);
  if (prefix === null && delegated === null && address === null) return null;
  return { prefix: prefix ?? (address === null ? null : `${address}/128`), delegated, address };
}

function prefixIn(packet: Packet, type: number): string | null {
  const value = packet.octets(type);
  const text = value === null ? null : ipv6PrefixText(value);
  const read = text === null ? null : readIpv6Prefix(text);
  if (!read) return null;
  // Bits beyond the length must be zero; where they are not, they mean nothing.
  const octets = read.octets.map((octet, at) => octet & ~(0xff >> Math.min(Math.max(read.bits - 8 * at, 0), 8)));
  return ipv6PrefixOf({ octets: Buffer.from(octets), bits: read.bits });
}

function addressIn(packet: Packet): string | null {
  const value = packet.octets(Attribute.FramedIpv6Address);
  return value?.length === ADDRESS_OCTETS ? ipv6Text(value) : null;
}

/** A prefix of 64 bits and the interface id that PPP negotiated. */
function addressWithin(prefix: string | null, packet: Packet): string | null {
  const id = packet.octets(Attribute.FramedInterfaceId);
  const network = prefix === null ? null : readIpv6Prefix(prefix);
  if (id?.length !== INTERFACE_ID_OCTETS || network?.bits !== 64) return null;
  return ipv6Text(Buffer.concat([network.octets.subarray(0, 8), id]));
}
