import { Attribute } from '../../protocol/packet/attribute.ts';
import type { Packet } from '../../protocol/packet/packet.ts';

/** NAS clocks are cut to seconds, and a NAS may send a little later than it says. */
export const CLOCK_TOLERANCE_MS = 5_000;

/** A clock further off is not trusted. A record may wait in its NAS for days, but cannot come from tomorrow. */
const MAX_AHEAD_MS = 60_000;
const MAX_BEHIND_MS = 7 * 86_400_000;

/**
 * The time of the event in milliseconds: Event-Timestamp (RFC 2869 section 5.3) where plausible, else the arrival minus
 * Acct-Delay-Time (RFC 2866 section 5.2).
 */
export function eventTimeOf(packet: Packet, now: number): number {
  const stamp = packet.integer(Attribute.EventTimestamp);
  if (stamp !== null) {
    const at = stamp * 1000;
    if (at <= now + MAX_AHEAD_MS && at >= now - MAX_BEHIND_MS) return Math.min(at, now);
  }
  return now - delayOf(packet);
}

/**
 * The earliest that the event may have been by both attributes, for what ends all sessions that began before it: a delay cut to
 * seconds leaves out up to one, and a clock that is ahead says so only next to the delay.
 */
export function earliestTimeOf(packet: Packet, now: number): number {
  const delay = delayOf(packet);
  return Math.min(eventTimeOf(packet, now), delay === 0 ? now : now - delay - 999);
}

/** In milliseconds; 0 if there is none, or one that cannot be. */
function delayOf(packet: Packet): number {
  const delay = (packet.integer(Attribute.AcctDelayTime) ?? 0) * 1000;
  return delay <= MAX_BEHIND_MS ? delay : 0;
}
