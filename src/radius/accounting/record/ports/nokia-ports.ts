import { octetText } from '../../../../core/network/octet-text.ts';
import { forEachVendor, vendorInteger } from '../../../protocol/packet/vendor-attribute.ts';
import { type Arrived, blockOf, type PortBlock, type PortReport } from './port-report.ts';

const SR_OS = 6527;
/** Alc-ISA-Event-Timestamp: when blocks were allocated or released last, in Unix seconds. */
const ISA_EVENT_TIMESTAMP = 86;
/** Alc-Nat-Port-Range. */
const PORT_RANGE = 121;
/** Alc-Acct-Triggered-Reason, and of its values Nat-Free and Nat-Map. */
const TRIGGERED_REASON = 163;
const NAT_FREE = 19;
const NAT_MAP = 20;

/** An event that is reported later than this has another time than its timestamp says. */
const MAX_DELAY_MS = 3_600_000;

/** `180.0.1.248 37674-37723[,…] router base`: outside address, blocks, and what is of no use here. */
const RANGES = /^(\d+\.\d+\.\d+\.\d+) (\d+-\d+(?:, ?\d+-\d+)*)(?: |$)/;

/** Of Nokia SR OS: blocks that are in use, unless the reason of the packet is that they were allocated or released. */
export function nokiaPorts({ packet, at }: Arrived): PortReport[] {
  const blocks: PortBlock[] = [];
  forEachVendor(packet, SR_OS, (type, from, end) => {
    if (type === PORT_RANGE) blocks.push(...blocksIn(octetText(packet.bytes, from, end)));
  });
  if (blocks.length === 0) return [];
  const reason = vendorInteger(packet, SR_OS, TRIGGERED_REASON);
  const how = reason === NAT_FREE ? 'free' : reason === NAT_MAP ? 'add' : 'use';
  const event = (vendorInteger(packet, SR_OS, ISA_EVENT_TIMESTAMP) ?? 0) * 1000;
  const isOfEvent = how !== 'use' && event <= at && event > at - MAX_DELAY_MS;
  return [{ how, at: isOfEvent ? event : at, blocks }];
}

function blocksIn(text: string): PortBlock[] {
  const [, ip = '', ranges = ''] = RANGES.exec(text) ?? [];
  return ranges.split(',').flatMap((range) => {
    const [first, last] = range.split('-').map(Number);
    return blockOf(ip, first ?? null, last ?? null);
  });
}
