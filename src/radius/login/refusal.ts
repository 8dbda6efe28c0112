import { Attribute } from '../packet/attribute.ts';
import { AttributeWriter } from '../packet/attribute-writer.ts';
import type { Packet } from '../packet/packet.ts';

/** EAP-Failure (RFC 3748 section 4.2), behind its identifier two octets of length. */
const EAP_FAILURE = 4;

/**
 * What an Access-Reject says: a sentence, where the subscriber may know it, and to EAP its failure, without which the
 * subscriber's computer would wait (RFC 3579 section 2.6.3).
 */
export function refusalAttributes(packet: Packet, sentence: string | null): Buffer {
  const writer = new AttributeWriter();
  const eap = packet.octets(Attribute.EapMessage);
  if (eap !== null) writer.octets(Attribute.EapMessage, Buffer.from([EAP_FAILURE, eap[1] ?? 0, 0, 4]));
  if (sentence !== null) writer.text(Attribute.ReplyMessage, sentence);
  return writer.bytes();
}
