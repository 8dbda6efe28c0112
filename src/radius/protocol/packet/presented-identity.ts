import { lineIdText } from '../../../core/network/line-id.ts';
import { Attribute } from './attribute.ts';
import { macOf } from './mac.ts';
import type { Packet } from './packet.ts';
import { findVendor, vendorOctets, vendorText } from './vendor-attribute.ts';

/** What a request says about the line and the device of a subscriber who has not logged in by name. */
export interface PresentedIdentity {
  /** In the form of `core/network/line-id.ts`, as is the remote id. */
  readonly circuitId: string | null;
  readonly remoteId: string | null;
  /** `aa:bb:cc:dd:ee:ff`. */
  readonly mac: string | null;
}

/** Framed-Protocol PPP (RFC 2865 section 5.7). */
const PPP = 1;

const MICROSOFT = { vendor: 311, response: 1, response2: 25 } as const;
const BROADBAND_FORUM = { vendor: 3561, circuitId: 1, remoteId: 2 } as const;
const REDBACK = { vendor: 2352, circuitId: 97, remoteId: 96 } as const;
/** ERX-Dhcp-Mac-Addr. */
const JUNIPER_MAC = { vendor: 4874, type: 56 } as const;
/** Alc-Client-Hardware-Addr. */
const NOKIA_MAC = { vendor: 6527, type: 27 } as const;

/**
 * The identity that a request presents; null if it presents none, or is not of the kind that may: over PPP a subscriber
 * logs in with a name and a password of their choice, as with EAP and MS-CHAP, and NASes add the circuit id to that as well.
 */
export function presentedIdentity(packet: Packet): PresentedIdentity | null {
  if (packet.integer(Attribute.FramedProtocol) === PPP || hasOwnProof(packet)) return null;
  const circuitId = lineId(packet, 'circuitId');
  const remoteId = lineId(packet, 'remoteId');
  const mac = deviceMac(packet);
  return circuitId === null && mac === null ? null : { circuitId, remoteId, mac };
}

function hasOwnProof(packet: Packet): boolean {
  const { vendor, response, response2 } = MICROSOFT;
  return (
    packet.has(Attribute.EapMessage) ||
    findVendor(packet, vendor, response) !== 0 ||
    findVendor(packet, vendor, response2) !== 0
  );
}

/** Of RFC 4679, else the older one of Redback, which RouterOS sends. */
function lineId(packet: Packet, which: 'circuitId' | 'remoteId'): string | null {
  for (const source of [BROADBAND_FORUM, REDBACK]) {
    const octets = vendorOctets(packet, source.vendor, source[which]);
    if (octets !== null && octets.length > 0) return lineIdText(octets);
  }
  return null;
}

/**
 * The MAC address of the device: from User-Name if that is one, and from what the NAS says in Calling-Station-Id or in an
 * attribute of its vendor. Where both are MAC addresses they must agree, since a name may be typed by a subscriber, and
 * Calling-Station-Id may be the client identifier that a DHCP client chooses.
 */
function deviceMac(packet: Packet): string | null {
  const named = macOf(packet.text(Attribute.UserName));
  const station =
    macOf(packet.text(Attribute.CallingStationId)) ??
    macOf(vendorText(packet, JUNIPER_MAC.vendor, JUNIPER_MAC.type)) ??
    macOf(vendorText(packet, NOKIA_MAC.vendor, NOKIA_MAC.type));
  return named === null || station === null || named === station ? (station ?? named) : null;
}
