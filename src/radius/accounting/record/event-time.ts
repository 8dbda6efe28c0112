import { Attribute } from '../../protocol/packet/attribute.ts';
import type { Packet } from '../../protocol/packet/packet.ts';
import { type NasClock, RIGHT_WITHIN_MS } from '../../state/directory/nas-clock.ts';

/** NAS clocks are cut to seconds, and a NAS may send a little later than it says. */
export const CLOCK_TOLERANCE_MS = 5_000;

/** A record may wait in its NAS for days. */
const MAX_BEHIND_MS = 7 * 86_400_000;
/** A time that is no older is believed of a clock of which nothing is known. */
const BELIEVED_MS = 3_600_000;

/** When an event was, in milliseconds of our clock. */
export interface EventTime {
  readonly at: number;
  /** The latest that it may have been: later than `at` if the clock may be a little slow. */
  readonly latest: number;
}

/** When a packet was first sent: its arrival minus Acct-Delay-Time (RFC 2866 section 5.2), which needs no clock of the NAS. */
export const sentAt = (packet: Packet, now: number): number => now - delayOf(packet);

/**
 * The time of the event by Event-Timestamp (RFC 2869 section 5.3), as far as the clock of the NAS is known, else by when it was
 * sent; never after its arrival. A time that is a minute off or less is taken as it is.
 */
export function eventTimeOf(packet: Packet, now: number, clock: NasClock): EventTime {
  const sent = sentAt(packet, now);
  const stamp = packet.integer(Attribute.EventTimestamp);
  if (stamp === null) return { at: sent, latest: sent };
  const at = stamp * 1000;
  clock.heard(at - sent, now);
  if (Math.abs(at - sent) <= RIGHT_WITHIN_MS)
    return { at: Math.min(at, now), latest: Math.max(Math.min(at, now), sent) };
  const ahead = clock.aheadAt(now);
  const corrected = ahead === null ? uncorrected(packet, at, now) : at - ahead;
  const isPlausible = corrected !== null && corrected >= now - MAX_BEHIND_MS && corrected <= now + RIGHT_WITHIN_MS;
  const time = isPlausible ? Math.min(corrected, now) : sent;
  return { at: time, latest: time };
}

/** Where nothing is known of the clock: null where the time it says is not to be believed. */
function uncorrected(packet: Packet, at: number, now: number): number | null {
  return packet.has(Attribute.AcctDelayTime) || now - at > BELIEVED_MS ? null : at;
}

/**
 * The earliest that the event may have been by both attributes, for what ends all sessions that began before it: a delay cut to
 * seconds leaves out up to one, and a clock that is ahead says so only next to the delay.
 */
export function earliestTimeOf(packet: Packet, now: number, clock: NasClock): number {
  const delay = delayOf(packet);
  return Math.min(eventTimeOf(packet, now, clock).at, delay === 0 ? now : now - delay - 999);
}

/** In milliseconds; 0 if there is none, or one that cannot be. */
function delayOf(packet: Packet): number {
  const delay = (packet.integer(Attribute.AcctDelayTime) ?? 0) * 1000;
  return delay <= MAX_BEHIND_MS ? delay : 0;
}
