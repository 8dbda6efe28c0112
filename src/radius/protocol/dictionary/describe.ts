import { Attribute } from '../packet/attribute.ts';
import { HEADER, Packet } from '../packet/packet.ts';
import { fitsVendor, VENDOR_HEADER } from '../packet/vendor-attribute.ts';
import { attributeEntry, vendorAttributeEntry } from './names.ts';
import { readable } from './readable.ts';
import type { AttributeEntry } from './table.ts';

/** The name and readable value of every attribute in order, for logs; passwords and keys are shown as `***`. */
export function describe(packet: Packet): [name: string, value: string][] {
  const lines: [string, string][] = [];
  for (let at = HEADER; at < packet.bytes.length; at = packet.next(at)) {
    const type = packet.bytes.readUInt8(at);
    const vendorLines = type === Attribute.VendorSpecific ? describeVendor(packet, at) : null;
    lines.push(...(vendorLines ?? [describeOne(attributeEntry(type), packet.bytes.subarray(at + 2, packet.next(at)))]));
  }
  return lines;
}

/** The same for encoded attributes without a packet. */
export function describeAttributes(attributes: Buffer): [name: string, value: string][] {
  const header = Buffer.alloc(HEADER);
  header.writeUInt16BE(HEADER + attributes.length, 2);
  const packet = Packet.parse(Buffer.concat([header, attributes]));
  return packet === null ? [] : describe(packet);
}

/** The attributes in a Vendor-Specific; null when it does not hold a sequence of attributes. */
function describeVendor(packet: Packet, start: number): [string, string][] | null {
  const { bytes } = packet;
  const end = packet.next(start);
  if (end - start <= VENDOR_HEADER) return null;
  const vendor = bytes.readUInt32BE(start + 2);
  const lines: [string, string][] = [];
  for (let at = start + VENDOR_HEADER; at < end; at = packet.next(at)) {
    if (!fitsVendor(bytes, at, end)) return null;
    const entry = vendorAttributeEntry(vendor, bytes.readUInt8(at));
    lines.push(describeOne(entry, bytes.subarray(at + 2, packet.next(at))));
  }
  return lines;
}

function describeOne(entry: AttributeEntry, octets: Buffer): [string, string] {
  const { tag, text } = readable(entry, octets);
  return [tag === 0 ? entry[0] : `${entry[0]}:${tag}`, text];
}
