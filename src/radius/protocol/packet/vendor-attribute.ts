import { Attribute } from './attribute.ts';
import type { Packet } from './packet.ts';

// Vendor-Specific (RFC 2865 section 5.26): type 26, length, four octets of vendor, then attributes of the vendor in the
// standard form: type, length, value. So the getters of `Packet` also take offsets found here.

/** Octets before the first vendor attribute: type, length, vendor. */
export const VENDOR_HEADER = 6;

/** Offset of the first attribute of this vendor and type; 0 when there is none. Malformed vendor data is skipped. */
export function findVendor(packet: Packet, vendor: number, type: number): number {
  const { bytes } = packet;
  for (
    let at = packet.find(Attribute.VendorSpecific);
    at !== 0;
    at = packet.find(Attribute.VendorSpecific, packet.next(at))
  ) {
    const end = packet.next(at);
    if (end - at < VENDOR_HEADER || bytes.readUInt32BE(at + 2) !== vendor) continue;
    for (let inner = at + VENDOR_HEADER; fitsVendor(bytes, inner, end); inner += bytes[inner + 1] as number) {
      if (bytes[inner] === type) return inner;
    }
  }
  return 0;
}

/** Visits each attribute of a vendor: its type, where its value begins, and where it ends. */
export function forEachVendor(
  packet: Packet,
  vendor: number,
  visit: (type: number, at: number, end: number) => void,
): void {
  const { bytes } = packet;
  for (
    let at = packet.find(Attribute.VendorSpecific);
    at !== 0;
    at = packet.find(Attribute.VendorSpecific, packet.next(at))
  ) {
    const end = packet.next(at);
    if (end - at < VENDOR_HEADER || bytes.readUInt32BE(at + 2) !== vendor) continue;
    for (let inner = at + VENDOR_HEADER; fitsVendor(bytes, inner, end); inner += bytes[inner + 1] as number)
      visit(bytes[inner] as number, inner + 2, inner + (bytes[inner + 1] as number));
  }
}

/** Whether a whole vendor attribute begins at `at` and ends by `end`. */
export function fitsVendor(bytes: Uint8Array, at: number, end: number): boolean {
  return at + 2 <= end && (bytes[at + 1] as number) >= 2 && at + (bytes[at + 1] as number) <= end;
}

export function vendorText(packet: Packet, vendor: number, type: number): string | null {
  return packet.textAt(findVendor(packet, vendor, type));
}

export function vendorInteger(packet: Packet, vendor: number, type: number): number | null {
  return packet.integerAt(findVendor(packet, vendor, type));
}

export function vendorOctets(packet: Packet, vendor: number, type: number): Buffer | null {
  return packet.octetsAt(findVendor(packet, vendor, type));
}
