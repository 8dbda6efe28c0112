import { Attribute } from './attribute.ts';
import type { Packet } from './packet.ts';

/** User-Name (RFC 2865 section 5.1); empty when the packet carries none. */
export function usernameIn(packet: Packet): string {
  return packet.text(Attribute.UserName) ?? '';
}
