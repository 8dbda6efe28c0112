import { shownOctetText } from '../../../core/network/octet-text.ts';
import { Attribute } from './attribute.ts';
import type { Packet } from './packet.ts';
import { vendorText } from './vendor-attribute.ts';

/** ERX-Action-Reason: why JunosE did not do what a CoA asked for. */
const JUNIPER_REASON = { vendor: 4874, type: 178 } as const;
const MAX_CHARACTERS = 200;

/**
 * What a NAK gives as its reason in words, as people see it: Reply-Message (RFC 2865 section 5.18), of which there may be several,
 * and the attribute of Juniper. Null: nothing.
 */
export function refusalText(packet: Packet): string | null {
  const texts: string[] = [];
  for (
    let at = packet.find(Attribute.ReplyMessage);
    at !== 0;
    at = packet.find(Attribute.ReplyMessage, packet.next(at))
  )
    texts.push(packet.textAt(at) ?? '');
  texts.push(vendorText(packet, JUNIPER_REASON.vendor, JUNIPER_REASON.type) ?? '');
  const all = texts.map((text) => shownOctetText(text.trim())).filter((text) => text !== '');
  const characters = [...all.join(' ')];
  if (characters.length === 0) return null;
  return characters.length > MAX_CHARACTERS
    ? `${characters.slice(0, MAX_CHARACTERS - 1).join('')}…`
    : characters.join('');
}
