import type { SessionAddress } from '../../core/network/network.ts';
import { octetsOf } from '../../core/network/octet-text.ts';
import { Attribute } from '../protocol/packet/attribute.ts';
import { AttributeWriter, MAX_VALUE } from '../protocol/packet/attribute-writer.ts';
import { MAX_DYNAMIC_ATTRIBUTES } from '../protocol/packet/dynamic-request.ts';

/**
 * The attributes that name the NAS and identify the session (RFC 5176 section 3), in its octets, then those of the change.
 * The codec adds Message-Authenticator and Event-Timestamp. Null if they do not fit into a request: earlier versions stored
 * names of any length.
 */
export function dynamicAttributes(session: SessionAddress, nasName: Buffer, change: Buffer): Buffer | null {
  const [username, sessionId] = [octetsOf(session.username), octetsOf(session.acctSessionId ?? '')];
  if (username.length > MAX_VALUE || sessionId.length > MAX_VALUE) return null;
  const writer = new AttributeWriter();
  if (username.length > 0) writer.octets(Attribute.UserName, username);
  if (sessionId.length > 0) writer.octets(Attribute.AcctSessionId, sessionId);
  if (session.framedIp !== null) writer.ipv4(Attribute.FramedIpAddress, session.framedIp);
  const all = Buffer.concat([nasName, writer.bytes(), change]);
  return all.length > MAX_DYNAMIC_ATTRIBUTES ? null : all;
}
