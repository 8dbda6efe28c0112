import { randomBytes } from 'node:crypto';
import { Attribute } from '../protocol/packet/attribute.ts';
import { HEADER, type Packet } from '../protocol/packet/packet.ts';
import { grantOf, type SessionAccess } from './session-access.ts';

// The Class attribute of an Access-Accept, which the NAS returns in every accounting record of the session (RFC 2865
// section 5.25). It has the id of the service, which outlives a change of the username, an id of the log-in, and the
// granted access.

const PREFIX = 'lm:';
const FORM = /^lm:(\d{1,10}):[0-9a-z]+(?::([0-9a-z.]+))?$/;

/** Unique to this run of this node. */
const origin = randomBytes(5).toString('hex');
let count = 0;

export function newSessionClass(serviceId: number, access: SessionAccess): string {
  count += 1;
  return `${PREFIX}${serviceId}:${origin}${count.toString(36)}:${grantOf(access)}`;
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
