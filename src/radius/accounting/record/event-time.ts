import { Attribute } from '../../protocol/packet/attribute.ts';
import type { Packet } from '../../protocol/packet/packet.ts';

/** A clock that is further off is not believed; a record may wait in a NAS for days, but does not come from tomorrow. */
const AHEAD_MS = 60_000;
const BEHIND_MS = 7 * 86_400_000;

/**
 * When the NAS saw what it reports: its Event-Timestamp (RFC 2869 section 5.3) where that is plausible, else the arrival
 * less Acct-Delay-Time (RFC 2866 section 5.2).
 */
export function eventTimeOf(packet: Packet, now: number): number {
  const stamp = packet.integer(Attribute.EventTimestamp);
  if (stamp !== null) {
    const at = stamp * 1000;
    // The stamp is cut to a second, so it may be of the second that now is in.
    if (at <= now + AHEAD_MS && at >= now - BEHIND_MS) return Math.min(at, now);
  }
  const delay = (packet.integer(Attribute.AcctDelayTime) ?? 0) * 1000;
  return delay <= BEHIND_MS ? now - delay : now;
}
