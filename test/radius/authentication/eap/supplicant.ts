import { createHash, randomBytes } from 'node:crypto';
import { Credential } from '../../../../src/radius/authentication/credential.ts';
import {
  authenticatorResponse,
  challengeHash,
  challengeResponse,
} from '../../../../src/radius/authentication/ms-chap.ts';

/** An EAP packet as a device sees it. */
export interface Seen {
  readonly code: number;
  readonly identifier: number;
  /** 0 in a success or a failure. */
  readonly type: number;
  readonly data: Buffer;
}

export function seen(message: Buffer): Seen {
  if (message.length !== message.readUInt16BE(2))
    throw new Error(`an EAP packet of a wrong length: ${message.toString('hex')}`);
  return { code: message[0] ?? 0, identifier: message[1] ?? 0, type: message[4] ?? 0, data: message.subarray(5) };
}

export function response(identifier: number, type: number, data: Uint8Array): Buffer {
  const packet = Buffer.concat([Buffer.of(2, identifier, 0, 0, type), data]);
  packet.writeUInt16BE(packet.length, 2);
  return packet;
}

export const identity = (name: string, identifier = 1) => response(identifier, 1, Buffer.from(name));

export const nak = ({ identifier }: Seen, ...types: number[]) => response(identifier, 3, Buffer.from(types));

/** The answer to a challenge of EAP-MD5, with OpenSSL's MD5. */
export function md5Answer({ identifier, data }: Seen, password: string): Buffer {
  const challenge = data.subarray(1, 1 + (data[0] ?? 0));
  const digest = createHash('md5').update(Buffer.of(identifier)).update(password).update(challenge).digest();
  return response(identifier, 4, Buffer.concat([Buffer.of(16), digest, Buffer.from('name')]));
}

/** The answer to a challenge of EAP-MSCHAPv2, and the proof that the server must give. */
export function msChapAnswer({ identifier, data }: Seen, { name, password }: { name: string; password: string }) {
  const credential = new Credential(password);
  const exchange = {
    authenticatorChallenge: data.subarray(5, 21),
    peerChallenge: randomBytes(16),
    ntResponse: Buffer.alloc(24) as Buffer,
    userName: Buffer.from(name.slice(name.lastIndexOf('\\') + 1)),
  };
  exchange.ntResponse = challengeResponse(challengeHash(exchange), credential.ntHash);
  const value = [exchange.peerChallenge, Buffer.alloc(8), exchange.ntResponse, Buffer.of(0), Buffer.from(name)];
  const body = Buffer.concat([Buffer.of(2, data[1] ?? 0, 0, 0, 49), ...value]);
  body.writeUInt16BE(body.length, 2);
  const message = response(identifier, 26, body);
  return { message, proof: authenticatorResponse(exchange, credential.ntHashHash), ntResponse: exchange.ntResponse };
}

/** The device's acknowledgement of the success or failure. */
export const successAcknowledged = ({ identifier }: Seen) => response(identifier, 26, Buffer.of(3));
export const failureAcknowledged = ({ identifier }: Seen) => response(identifier, 26, Buffer.of(4));
