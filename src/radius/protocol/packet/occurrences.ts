import { Attribute } from './attribute.ts';

/**
 * Attributes that decide something here, and that a request may have once (the tables of RFC 2865 section 5.44, RFC 2866
 * section 5.13, RFC 2869 section 5.19 and RFC 3162 section 3); EAP-Message, which is a message in pieces; and Acct-Link-Count,
 * which few records have.
 */
const TYPES: readonly number[] = [
  Attribute.UserName,
  Attribute.UserPassword,
  Attribute.ChapPassword,
  Attribute.ChapChallenge,
  Attribute.State,
  Attribute.EapMessage,
  Attribute.NasIpAddress,
  Attribute.NasIpv6Address,
  Attribute.NasIdentifier,
  Attribute.ServiceType,
  Attribute.FramedProtocol,
  Attribute.CallingStationId,
  Attribute.AcctStatusType,
  Attribute.AcctSessionId,
  Attribute.AcctSessionTime,
  Attribute.AcctInputOctets,
  Attribute.AcctOutputOctets,
  Attribute.AcctInputGigawords,
  Attribute.AcctOutputGigawords,
  Attribute.AcctDelayTime,
  Attribute.EventTimestamp,
  Attribute.AcctLinkCount,
];

/** A bit for each of them, by type; 0 for all others. Counted while a packet is framed, where one more table costs nothing. */
export const OCCURRENCE_BITS = new Int32Array(256);
for (const [at, type] of TYPES.entries()) OCCURRENCE_BITS[type] = 1 << at;

export const bitsOf = (...types: readonly number[]): number =>
  types.reduce((bits, type) => bits | (OCCURRENCE_BITS[type] ?? 0), 0);
