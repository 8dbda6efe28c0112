import { Attribute } from './attribute.ts';
import type { Packet } from './packet.ts';

/** NAS-Port-Id (RFC 2869 section 5.17), or else NAS-Port. */
export function nasPortOf(packet: Packet): string | null {
  const name = packet.text(Attribute.NasPortId);
  if (name !== null && name !== '') return name;
  const number = packet.integer(Attribute.NasPort);
  return number === null ? null : String(number);
}
