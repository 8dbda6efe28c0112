import { randomBytes } from 'node:crypto';
import { ipv6PrefixOf, readIpv6Prefix } from '../../core/network/ipv6.ts';
import { Attribute } from '../protocol/packet/attribute.ts';
import { HEADER, type Packet } from '../protocol/packet/packet.ts';
import { grantOf, type SessionAccess } from './session-access.ts';

// The Class attribute of an Access-Accept, which the NAS returns in every accounting record of the session (RFC 2865
// section 5.25). It has the id of the service, which outlives a change of the username, an id of the log-in, and the
// granted access; and the IPv6 prefixes of the session, since a NAS need not report them.

const PREFIX = 'lm:';
const FORM = /^lm:(\d{1,10}):[0-9a-z]+(?::([0-9a-z.]+))?(?:;[0-9a-f./]*)?$/;
/** Begins the prefixes. */
const PREFIXES = ';';

/** Unique to this run of this node. */
const origin = randomBytes(5).toString('hex');
let count = 0;

export function newSessionClass(serviceId: number, access: SessionAccess): string {
  count += 1;
  return `${PREFIX}${serviceId}:${origin}${count.toString(36)}:${grantOf(access)}`;
}

/** IPv6 prefixes, which have at most 64 bits. Null: the session was given none. */
export interface GrantedPrefixes {
  readonly framed: string | null;
  readonly delegated: string | null;
}

/** The Class with the prefixes of its session: `;20010db800000000.64/20010db8ff000000.56`. */
export function withPrefixes(sessionClass: string, { framed, delegated }: GrantedPrefixes): string {
  return `${sessionClass}${PREFIXES}${prefixCode(framed)}/${prefixCode(delegated)}`;
}

export function withoutPrefixes(sessionClass: string): string {
  return sessionClass.split(PREFIXES, 1).join();
}

export function prefixesIn(sessionClass: string | null): GrantedPrefixes | null {
  const at = sessionClass?.indexOf(PREFIXES) ?? -1;
  if (sessionClass === null || at < 0) return null;
  const [framed = '', delegated = ''] = sessionClass.slice(at + 1).split('/');
  return { framed: prefixOf(framed), delegated: prefixOf(delegated) };
}

function prefixCode(prefix: string | null): string {
  const read = prefix === null ? null : readIpv6Prefix(prefix);
  return read ? `${read.octets.toString('hex', 0, 8)}.${read.bits}` : '';
}

function prefixOf(code: string): string | null {
  const found = /^([0-9a-f]{16})\.(\d{1,2})$/.exec(code);
  if (!found) return null;
  return ipv6PrefixOf({ octets: Buffer.from(`${found[1]}${'0'.repeat(16)}`, 'hex'), bits: Number(found[2]) });
}

/** The granted access, for `accessGranted`; null if the Class has none. */
export function grantIn(sessionClass: string | null): string | null {
  return (sessionClass !== null && FORM.exec(sessionClass)?.[2]) || null;
}

export interface SessionClass {
  readonly text: string;
  readonly serviceId: number;
}

/** Our Class in a request; proxies may have added others. */
export function sessionClassIn(packet: Packet): SessionClass | null {
  for (let at = packet.find(Attribute.Class); at >= HEADER; at = packet.find(Attribute.Class, packet.next(at))) {
    const text = packet.bytes.toString('latin1', at + 2, packet.next(at));
    const found = text.startsWith(PREFIX) ? FORM.exec(text) : null;
    if (found) return { text, serviceId: Number(found[1]) };
  }
  return null;
}
