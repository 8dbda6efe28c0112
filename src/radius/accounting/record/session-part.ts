import type { VendorName } from '../../../areas/network/nas/vendors.ts';
import { Attribute } from '../../protocol/packet/attribute.ts';
import type { Packet } from '../../protocol/packet/packet.ts';
import { forEachVendor, vendorText } from '../../protocol/packet/vendor-attribute.ts';
import { bundleIn, isFurtherLink } from './bundle.ts';
import type { SessionPart } from './record.ts';

/** IANA enterprise numbers. */
const CISCO = 9;
const ERX = 4874;
const SR_OS = 6527;
/** Cisco-AVPair, Cisco-Parent-Session-Id, and SSG-Service-Info, in which `N` precedes the name of the service. */
const CISCO_AV_PAIR = 1;
const CISCO_PARENT_SESSION_ID = 52;
const CISCO_SERVICE_INFO = 251;
const PARENT = 'parent-session-id=';
const SERVICE_NAME = 'N';
/** ERX-Service-Session: the service with its parameters. Its Acct-Session-Id begins with that of the subscriber session. */
const ERX_SERVICE_SESSION = 83;
const ERX_SEPARATOR = ':';
/** Alc-Sub-Serv-Activate, which names the service in its accounting. */
const ALC_SUB_SERV_ACTIVATE = 151;

/**
 * Whether an accounting session reports traffic that another one of the same log-in reports too: that of a service (Cisco ISG
 * “Configuring ISG Accounting”, Juniper “RADIUS Accounting for Service Manager”, Nokia “Subscriber service accounting”), or
 * that of a host or queue (Nokia, where two modes of ESM accounting are on). Null: it does not say so.
 */
export function partIn(packet: Packet, vendor: VendorName): SessionPart | null {
  if (!packet.has(Attribute.VendorSpecific) && vendor !== 'Nokia') return null;
  const id = packet.text(Attribute.AcctSessionId) ?? '';
  const part = partOfCisco(packet) ?? partOfJuniper(packet, id) ?? partOfNokia(packet, vendor);
  return part?.of === id ? null : part;
}

function partOfCisco(packet: Packet): SessionPart | null {
  let of: string | null = null;
  let name: string | null = null;
  forEachVendor(packet, CISCO, (type, at, end) => {
    if (type !== CISCO_AV_PAIR && type !== CISCO_PARENT_SESSION_ID && type !== CISCO_SERVICE_INFO) return;
    const text = packet.textAt(at - 2) ?? '';
    if (end === at) return;
    if (type === CISCO_PARENT_SESSION_ID) of = text;
    else if (type === CISCO_AV_PAIR && text.startsWith(PARENT)) of = text.slice(PARENT.length);
    else if (type === CISCO_SERVICE_INFO && text.startsWith(SERVICE_NAME)) name = text.slice(SERVICE_NAME.length);
  });
  return of === null && name === null ? null : { of, name, mayBeWhole: false };
}

function partOfJuniper(packet: Packet, id: string): SessionPart | null {
  const name = vendorText(packet, ERX, ERX_SERVICE_SESSION);
  if (name === null) return null;
  const at = id.indexOf(ERX_SEPARATOR);
  return { of: at > 0 ? id.slice(0, at) : null, name, mayBeWhole: false };
}

function partOfNokia(packet: Packet, vendor: VendorName): SessionPart | null {
  const name = vendorText(packet, SR_OS, ALC_SUB_SERV_ACTIVATE);
  const of = packet.text(Attribute.AcctMultiSessionId);
  if (name !== null) return { of, name, mayBeWhole: false };
  return vendor === 'Nokia' && of !== null && !isFurtherLink(bundleIn(packet))
    ? { of, name: null, mayBeWhole: true }
    : null;
}
