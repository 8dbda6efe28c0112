import type { VendorName } from '../../../areas/network/nas/vendors.ts';
import { Attribute } from '../../protocol/packet/attribute.ts';
import type { Packet } from '../../protocol/packet/packet.ts';
import { forEachVendor } from '../../protocol/packet/vendor-attribute.ts';

/** Octets of a session as its NAS counts them: input is from the subscriber. */
export interface Counters {
  readonly input: bigint;
  readonly output: bigint;
  /** They do not wrap at 4 GiB. */
  readonly gigawords: boolean;
}

/** What a database column holds. */
const MAX_OCTETS = 2n ** 63n - 1n;

/** The counters of RFC 2866; those of its queues where a Nokia NAS sends no others. */
export function countersIn(packet: Packet, vendor: VendorName): Counters {
  if (vendor === 'Nokia' && !packet.has(Attribute.AcctInputOctets) && !packet.has(Attribute.AcctOutputOctets)) {
    const queues = queueCounters(packet);
    if (queues !== null) return queues;
  }
  return {
    input: octetsIn(packet, Attribute.AcctInputOctets, Attribute.AcctInputGigawords),
    output: octetsIn(packet, Attribute.AcctOutputOctets, Attribute.AcctOutputGigawords),
    gigawords: packet.has(Attribute.AcctInputGigawords) || packet.has(Attribute.AcctOutputGigawords),
  };
}

/** Gigawords are the upper 32 bits (RFC 2869 sections 5.1 and 5.2). */
function octetsIn(packet: Packet, octets: number, gigawords: number): bigint {
  const low = BigInt(packet.integer(octets) ?? 0);
  const high = packet.integer(gigawords) ?? 0;
  return high === 0 ? low : bounded((BigInt(high) << 32n) | low);
}

const bounded = (octets: bigint): bigint => (octets > MAX_OCTETS ? MAX_OCTETS : octets);

/** Of Nokia SR OS: Alc-Acct-I-Inprof-Octets-64, -I-Outprof-, -O-Inprof- and -O-Outprof-Octets-64. */
const SR_OS = 6527;
const INPUT: readonly number[] = [19, 20];
const OUTPUT: readonly number[] = [21, 22];
/** The id of the queue or policer, before the counter of eight octets. */
const QUEUE_ID = 2;
const COUNTER = 8;

/** The sum over all queues and policers; null if there are none. */
function queueCounters(packet: Packet): Counters | null {
  let found = false;
  const sums = { input: 0n, output: 0n };
  forEachVendor(packet, SR_OS, (type, at, end) => {
    const direction = INPUT.includes(type) ? 'input' : OUTPUT.includes(type) ? 'output' : null;
    if (direction === null || end - at !== QUEUE_ID + COUNTER) return;
    found = true;
    sums[direction] = bounded(sums[direction] + packet.bytes.readBigUInt64BE(at + QUEUE_ID));
  });
  return found ? { ...sums, gigawords: true } : null;
}
