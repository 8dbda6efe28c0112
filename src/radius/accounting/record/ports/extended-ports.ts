import { ipv4Text } from '../../../protocol/packet/address.ts';
import { type Arrived, blockOf, type PortReport } from './port-report.ts';

// Extended attributes (RFC 6929 section 2.1): type 241, length, extended type, then TLVs (RFC 8045 section 3).

const EXTENDED_TYPE_1 = 241;
const HEADER = 3;
/** IP-Port-Range and IP-Port-Forwarding-Map. */
const PORT_RANGE = 6;
const FORWARDING_MAP = 7;
/** TLVs: IP-Port-Ext-IPv4-Addr, -Ext-Port, -Alloc, -Range-Start and -Range-End. */
const EXTERNAL_ADDRESS = 3;
const EXTERNAL_PORT = 7;
const ALLOC = 8;
const RANGE_START = 9;
const RANGE_END = 10;
/** Values of IP-Port-Alloc. */
const HOW_OF: Readonly<Record<number, PortReport['how']>> = { 1: 'add', 2: 'free' };

/** A block of each IP-Port-Range, and the one port of each IP-Port-Forwarding-Map, where they name the public address. */
export function extendedPorts({ packet, at }: Arrived): PortReport[] {
  const reports: PortReport[] = [];
  for (
    let found = packet.find(EXTENDED_TYPE_1);
    found !== 0;
    found = packet.find(EXTENDED_TYPE_1, packet.next(found))
  ) {
    const value = packet.bytes.subarray(found + HEADER, packet.next(found));
    const extendedType = packet.bytes[found + 2];
    if (value.length === 0 || (extendedType !== PORT_RANGE && extendedType !== FORWARDING_MAP)) continue;
    const tlvs = tlvsIn(value);
    const address = tlvs.get(EXTERNAL_ADDRESS);
    const port = numberIn(tlvs.get(EXTERNAL_PORT));
    const [first, last] =
      extendedType === PORT_RANGE ? [numberIn(tlvs.get(RANGE_START)), numberIn(tlvs.get(RANGE_END))] : [port, port];
    const blocks = blockOf(address?.length === 4 ? ipv4Text(address, 0) : null, first, last);
    if (blocks.length > 0) reports.push({ how: HOW_OF[numberIn(tlvs.get(ALLOC)) ?? 0] ?? 'use', at, blocks });
  }
  return reports;
}

/** The first of each type; what follows a malformed one is ignored. */
function tlvsIn(value: Buffer): ReadonlyMap<number, Buffer> {
  const tlvs = new Map<number, Buffer>();
  for (let at = 0; at + 2 <= value.length; ) {
    const [type = 0, length = 0] = value.subarray(at, at + 2);
    if (length < 2 || at + length > value.length) break;
    if (!tlvs.has(type)) tlvs.set(type, value.subarray(at + 2, at + length));
    at += length;
  }
  return tlvs;
}

/** Of two or four octets. */
function numberIn(octets: Buffer | undefined): number | null {
  return octets?.length === 2 || octets?.length === 4 ? octets.readUIntBE(0, octets.length) : null;
}
