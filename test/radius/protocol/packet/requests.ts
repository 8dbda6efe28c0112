import { createHash, createHmac, randomBytes } from 'node:crypto';
import { Code } from '../../../../src/radius/protocol/packet/code.ts';
import { Packet } from '../../../../src/radius/protocol/packet/packet.ts';

/** Parses a well-formed packet. */
export function parsed(datagram: Buffer): Packet {
  const packet = Packet.parse(datagram);
  if (packet === null) throw new Error('The packet was dropped');
  return packet;
}

export function hex(text: string): Buffer {
  return Buffer.from(text.replaceAll(/\s/g, ''), 'hex');
}

/** Header and attributes, without any computed authenticator. */
export function frame(code: number, attributes: Uint8Array, authenticator: Uint8Array = Buffer.alloc(16)): Buffer {
  const length = 20 + attributes.length;
  return Buffer.concat([Buffer.from([code, 7, length >> 8, length & 0xff]), authenticator, attributes]);
}

/** An Access-Request as a NAS sends it: random authenticator, Message-Authenticator after the attributes. */
export function accessRequest(
  attributes: Uint8Array,
  secret: string,
  authenticator: Uint8Array = randomBytes(16),
): Buffer {
  const unsigned = Buffer.concat([attributes, Buffer.from([80, 18]), Buffer.alloc(16)]);
  const packet = frame(Code.AccessRequest, unsigned, authenticator);
  createHmac('md5', secret)
    .update(packet)
    .digest()
    .copy(packet, packet.length - 16);
  return packet;
}

/** An Accounting-Request, or another request with a computed authenticator. */
export function hashedRequest(code: number, attributes: Uint8Array, secret: string): Buffer {
  const packet = frame(code, attributes);
  createHash('md5').update(packet).update(secret).digest().copy(packet, 4);
  return packet;
}

/** User-Password, hidden with OpenSSL's MD5. */
export function userPassword(password: Uint8Array, secret: string, authenticator: Uint8Array): Buffer {
  const plain = Buffer.concat([
    password,
    Buffer.alloc((16 - (password.length % 16)) % 16 || (password.length ? 0 : 16)),
  ]);
  let previous: Uint8Array = authenticator;
  const blocks: Buffer[] = [];
  for (let at = 0; at < plain.length; at += 16) {
    const pad = createHash('md5').update(secret).update(previous).digest();
    previous = Buffer.from(pad.map((octet, i) => octet ^ plain.readUInt8(at + i)));
    blocks.push(Buffer.from(previous));
  }
  return Buffer.concat([Buffer.from([2, plain.length + 2]), ...blocks]);
}
