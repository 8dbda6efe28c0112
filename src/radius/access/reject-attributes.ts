import { eapAttributes, eapFailure } from '../protocol/eap/eap-packet.ts';
import { Attribute } from '../protocol/packet/attribute.ts';
import { AttributeWriter } from '../protocol/packet/attribute-writer.ts';
import type { Packet } from '../protocol/packet/packet.ts';

/**
 * The attributes of an Access-Reject: EAP-Failure for EAP, without which the supplicant would keep waiting (RFC 3579
 * section 2.6.3), else Reply-Message with the sentence that the subscriber may see. No packet has both (section 2.6.5).
 */
export function rejectAttributes(packet: Packet, sentence: string | null): Buffer {
  const eap = packet.octets(Attribute.EapMessage);
  if (eap !== null) return eapAttributes(eapFailure(eap[1] ?? 0)).bytes();
  return new AttributeWriter().text(Attribute.ReplyMessage, sentence ?? '').bytes();
}
