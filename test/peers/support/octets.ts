import { createHash } from 'node:crypto';

/** An attribute of a RADIUS packet (RFC 2865 section 5). */
export function attribute(type: number, value: Buffer): Buffer {
  return Buffer.concat([Buffer.from([type, value.length + 2]), value]);
}

export function number(value: number): Buffer {
  const octets = Buffer.alloc(4);
  octets.writeUInt32BE(value);
  return octets;
}

/** A packet whose length is right. */
export function framed(code: number, identifier: number, authenticator: Buffer, attributes: readonly Buffer[]): Buffer {
  const packet = Buffer.concat([Buffer.from([code, identifier, 0, 0]), authenticator, ...attributes]);
  packet.writeUInt16BE(packet.length, 2);
  return packet;
}

/** An Accounting-Request with its authenticator (RFC 2866 section 3). */
export function signedAccounting(identifier: number, attributes: readonly Buffer[], secret: string): Buffer {
  const packet = framed(4, identifier, Buffer.alloc(16), attributes);
  createHash('md5').update(packet).update(secret).digest().copy(packet, 4);
  return packet;
}

/** A response whose authenticator answers this very request (RFC 2865 section 3, RFC 2866 section 3). */
export function isAnswer(datagram: Buffer, request: Buffer, secret: string): boolean {
  if (datagram.length < 20) return false;
  const hash = createHash('md5');
  hash.update(datagram.subarray(0, 4)).update(request.subarray(4, 20)).update(datagram.subarray(20)).update(secret);
  return hash.digest().equals(datagram.subarray(4, 20));
}
