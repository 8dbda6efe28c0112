import { Microsoft } from '../authentication/microsoft.ts';
import { attributeEntry } from '../protocol/dictionary/names.ts';
import { Attribute, VendorId } from '../protocol/packet/attribute.ts';
import { bitsOf } from '../protocol/packet/occurrences.ts';
import type { Packet } from '../protocol/packet/packet.ts';
import { findVendor } from '../protocol/packet/vendor-attribute.ts';

const PROOFS = bitsOf(Attribute.UserPassword, Attribute.ChapPassword, Attribute.EapMessage);
const MS_CHAP_RESPONSES = [Microsoft.ChapResponse, Microsoft.Chap2Response];
/** May not be repeated, however alike. */
const ONCE = [
  Attribute.UserName,
  Attribute.UserPassword,
  Attribute.ChapPassword,
  Attribute.ChapChallenge,
  Attribute.State,
];
/** May not say two things. NASes and proxies are known to repeat an attribute, and the same value twice misleads nobody. */
const ONE_VALUE = [
  Attribute.NasIpAddress,
  Attribute.NasIpv6Address,
  Attribute.NasIdentifier,
  Attribute.ServiceType,
  Attribute.FramedProtocol,
  Attribute.CallingStationId,
];
const ONE_VALUE_OF_RECORD = [
  Attribute.AcctStatusType,
  Attribute.AcctSessionId,
  Attribute.UserName,
  Attribute.AcctSessionTime,
  Attribute.AcctInputOctets,
  Attribute.AcctOutputOctets,
  Attribute.AcctInputGigawords,
  Attribute.AcctOutputGigawords,
  Attribute.AcctDelayTime,
  Attribute.EventTimestamp,
  Attribute.NasIpAddress,
  Attribute.NasIpv6Address,
  Attribute.NasIdentifier,
];
const OF_REQUEST = bitsOf(...ONCE, ...ONE_VALUE);
const OF_RECORD = bitsOf(...ONE_VALUE_OF_RECORD);

/**
 * Why an Access-Request says too much to be decided; null if it does not. It is rejected (RFC 2865 section 4.3): more than one
 * kind of proof (section 4.1, RFC 3579 section 3.3), or two of an attribute that may occur once (section 5.44).
 */
export function accessFault(packet: Packet): string | null {
  const { repeated } = packet;
  if (hasTwoProofs(packet))
    return 'the request has more than one of User-Password, CHAP-Password, EAP-Message and MS-CHAP responses';
  if ((repeated & OF_REQUEST) === 0) return null;
  const twice = ONCE.find((type) => (repeated & bitsOf(type)) !== 0);
  if (twice !== undefined) return `the request has ${nameOf(twice)} twice`;
  return contradictionIn(packet, ONE_VALUE);
}

/** A response of MS-CHAP stands instead of a password too (RFC 2865 section 4.1); a challenge of it alone proves nothing. */
function hasTwoProofs(packet: Packet): boolean {
  const proofs = packet.seen & PROOFS;
  if ((proofs & (proofs - 1)) !== 0) return true;
  let count = proofs === 0 ? 0 : 1;
  for (const type of MS_CHAP_RESPONSES) if (findVendor(packet, VendorId.Microsoft, type) !== 0) count += 1;
  return count > 1;
}

/** Why an Accounting-Request cannot be recorded, and so is not answered (RFC 2866 section 4.1): it says two things of one. */
export function accountingFault(packet: Packet): string | null {
  return (packet.repeated & OF_RECORD) === 0 ? null : contradictionIn(packet, ONE_VALUE_OF_RECORD);
}

function contradictionIn(packet: Packet, types: readonly number[]): string | null {
  const found = types.find((type) => (packet.repeated & bitsOf(type)) !== 0 && differs(packet, type));
  return found === undefined ? null : `the request has two values of ${nameOf(found)}`;
}

function differs(packet: Packet, type: number): boolean {
  const first = packet.octets(type);
  for (let at = packet.find(type); at !== 0; at = packet.find(type, packet.next(at)))
    if (first === null || packet.octetsAt(at)?.equals(first) !== true) return true;
  return false;
}

const nameOf = (type: number): string => attributeEntry(type)[0];
