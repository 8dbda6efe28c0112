import { randomBytes } from 'node:crypto';
import { Attribute } from '../protocol/packet/attribute.ts';
import { HEADER, type Packet } from '../protocol/packet/packet.ts';
import { grantOf, type SessionAccess } from './session-access.ts';

// The Class attribute of an Access-Accept, which the NAS repeats in every accounting record of the session (RFC 2865
// section 5.25): it names the service, whatever becomes of the username meanwhile, tells this log-in from others,
// and says what it was granted.

const PREFIX = 'lm:';
const FORM = /^lm:(\d{1,10}):[0-9a-z]+(?::([0-9a-z.]+))?$/;

/** Different on every node and after every start. */
const origin = randomBytes(5).toString('hex');
let count = 0;

export function newSessionClass(serviceId: number, access: SessionAccess): string {
  count += 1;
  return `${PREFIX}${serviceId}:${origin}${count.toString(36)}:${grantOf(access)}`;
}

/** What the log-in was granted; null where the Class does not tell. */
export function grantIn(sessionClass: string | null): string | null {
  return (sessionClass !== null && FORM.exec(sessionClass)?.[2]) || null;
}

export interface SessionClass {
  readonly text: string;
  readonly serviceId: number;
}

/** Our Class in a request; there may be others, which a proxy added. */
export function sessionClassIn(packet: Packet): SessionClass | null {
  for (let at = packet.find(Attribute.Class); at >= HEADER; at = packet.find(Attribute.Class, packet.next(at))) {
    const text = packet.bytes.toString('latin1', at + 2, packet.next(at));
    const found = text.startsWith(PREFIX) ? FORM.exec(text) : null;
    if (found) return { text, serviceId: Number(found[1]) };
  }
  return null;
}
