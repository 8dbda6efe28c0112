import { eapAttributes, eapFailure } from '../protocol/eap/eap-packet.ts';
import { Attribute } from '../protocol/packet/attribute.ts';
import { AttributeWriter } from '../protocol/packet/attribute-writer.ts';
import type { Packet } from '../protocol/packet/packet.ts';

/**
 * What an Access-Reject says: to EAP its failure, without which the subscriber's computer would wait (RFC 3579 section
 * 2.6.3), to anybody else a sentence, where the subscriber may know it; both must not be in one packet (section 2.6.5).
 */
export function refusalAttributes(packet: Packet, sentence: string | null): Buffer {
  const eap = packet.octets(Attribute.EapMessage);
  if (eap !== null) return eapAttributes(eapFailure(eap[1] ?? 0)).bytes();
  return new AttributeWriter().text(Attribute.ReplyMessage, sentence ?? '').bytes();
}
