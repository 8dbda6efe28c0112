import { randomBytes } from 'node:crypto';
import { eapRequest } from '../../protocol/eap/eap-packet.ts';
import { EapType } from '../../protocol/eap/eap-type.ts';
import type { Credential } from '../credential.ts';
import type { MsChapFailure } from '../ms-chap-error.ts';
import { proofOfExchange } from '../proof-of-exchange.ts';

// EAP-MSCHAPv2 (draft-kamath-pppext-eap-mschapv2 section 2): the data of the EAP packet is a packet of MS-CHAPv2, which
// starts with an operation, its own identifier and its length. The exchange is challenge, response, success or failure, and
// an acknowledgement by the device; only its acknowledgement of a success makes the conversation succeed.

const Operation = { Challenge: 1, Response: 2, Success: 3, Failure: 4 } as const;

/** Operation, identifier, two octets of length. */
const HEAD = 4;

/** Octets of a response, after one octet with their number: peer challenge (16), reserved (8), NT response (24), flags (1). */
const VALUE = 49;
const NT_RESPONSE = 24;
const NAME = HEAD + 1 + VALUE;

export interface MsChapV2Response {
  readonly msIdentifier: number;
  readonly peerChallenge: Buffer;
  readonly ntResponse: Buffer;
  /** The name as the device hashed it. */
  readonly name: Buffer;
}

/** Its MS-CHAP identifier is that of the EAP packet. Devices only display the server's name. */
export function msChapV2Request(identifier: number, challenge: Uint8Array): Buffer {
  const value = Buffer.concat([Buffer.of(challenge.length), challenge, Buffer.from('lastmile', 'latin1')]);
  return request(identifier, Operation.Challenge, { msIdentifier: identifier, value });
}

/** `proof` shows the device that the server knows the password too. */
export function successRequest(identifier: number, msIdentifier: number, proof: string): Buffer {
  return request(identifier, Operation.Success, { msIdentifier, value: Buffer.from(`${proof} M=OK`, 'latin1') });
}

/** `message` is for the subscriber. There is no retry in the same conversation (R=0). */
export function failureRequest(
  identifier: number,
  msIdentifier: number,
  { failure, message }: { failure: MsChapFailure; message: string },
): Buffer {
  const challenge = randomBytes(16).toString('hex').toUpperCase();
  const value = Buffer.from(`E=${failure} R=0 C=${challenge} V=3 M=${message}`, 'latin1');
  return request(identifier, Operation.Failure, { msIdentifier, value });
}

function request(identifier: number, operation: number, body: { msIdentifier: number; value: Buffer }): Buffer {
  const length = HEAD + body.value.length;
  const head = Buffer.of(operation, body.msIdentifier, length >> 8, length & 0xff);
  return eapRequest(identifier, EapType.MsChapV2, Buffer.concat([head, body.value]));
}

/** Reads the data of a response to the challenge; null for any other data. */
export function readMsChapV2(data: Buffer): MsChapV2Response | null {
  if (data.length < NAME || data[0] !== Operation.Response || data[HEAD] !== VALUE) return null;
  const value = data.subarray(HEAD + 1, NAME);
  return {
    msIdentifier: data.readUInt8(1),
    peerChallenge: value.subarray(0, 16),
    ntResponse: value.subarray(24, 24 + NT_RESPONSE),
    name: data.subarray(NAME),
  };
}

/** The server's proof for the device; null when the response does not prove the password. */
export function proofOf(response: MsChapV2Response, challenge: Uint8Array, credential: Credential): string | null {
  return proofOfExchange({ ...response, challenge }, response.name, credential);
}

/** Whether the device acknowledges the server's proof. */
export function confirms(data: Buffer): boolean {
  return data[0] === Operation.Success;
}
