import { Attribute } from '../protocol/packet/attribute.ts';
import type { Request } from '../server/request.ts';
import type { Pulse } from '../state/pulse/pulse.ts';
import type { readRecord } from './record/read-record.ts';
import { isNasRecord } from './record/record.ts';
import { hasBadAddress } from './record/reported-ipv4.ts';

/** Whether the NAS sends Interim-Updates and what cannot be, and what its clock says (Event-Timestamp, RFC 2869 section 5.3). */
export function noteRecord(pulse: Pulse, { packet, nas, at }: Request, record: ReturnType<typeof readRecord>): void {
  const nasId = nas.facts.id;
  if (record !== null && record !== 'nothing' && !isNasRecord(record)) {
    if (record.kind === 'interim') pulse.heardInterim(nasId, at);
    if (record.ip === null && hasBadAddress(packet)) pulse.impossible(nasId, 'badAddressAt', at);
    if (record.seconds === null && packet.integer(Attribute.AcctSessionTime) !== null)
      pulse.impossible(nasId, 'badSessionTimeAt', at);
  }
  const stamp = packet.integer(Attribute.EventTimestamp);
  // A record that has waited says so by its delay.
  if (stamp === null) return;
  pulse.heardClock(nasId, stamp + (packet.integer(Attribute.AcctDelayTime) ?? 0), at, nas.clock.rightAt);
}
