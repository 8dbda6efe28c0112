import { Attribute } from '../protocol/packet/attribute.ts';
import type { Request } from '../server/request.ts';
import type { Pulse } from '../state/pulse/pulse.ts';
import type { readRecord } from './record/read-record.ts';

/** Whether the NAS sends Interim-Updates, and what its clock says (Event-Timestamp, RFC 2869 section 5.3). */
export function noteRecord(pulse: Pulse, { packet, nas, at }: Request, record: ReturnType<typeof readRecord>): void {
  const nasId = nas.facts.id;
  if (record !== null && record !== 'nothing' && record.kind === 'interim') pulse.heardInterim(nasId, at);
  const stamp = packet.integer(Attribute.EventTimestamp);
  // A record that has waited says so by its delay.
  if (stamp === null) return;
  pulse.heardClock(nasId, stamp + (packet.integer(Attribute.AcctDelayTime) ?? 0), at, nas.clock.rightAt);
}
