import { Attribute } from '../packet/attribute.ts';
import { AttributeWriter } from '../packet/attribute-writer.ts';
import type { Packet } from '../packet/packet.ts';
import { type EapMethod, EapType } from './eap-type.ts';

// EAP packets (RFC 3748 section 4): code, identifier, two octets of length, and in a request or a response its type
// and data. RADIUS carries them in EAP-Message (RFC 3579 section 3.1).

const EapCode = { Request: 1, Response: 2, Success: 3, Failure: 4 } as const;

/** Octets before the data of a request or a response. */
const HEADER = 5;

/** Maximum number of octets of an EAP packet in one attribute. */
const MAX_PIECE = 253;

export interface EapResponse {
  readonly identifier: number;
  readonly type: number;
  readonly data: Buffer;
}

/** The EAP packet in a request: its EAP-Message attributes, concatenated. Empty for an EAP-Start (RFC 3579 section 2.1). */
export function eapMessageOf(packet: Packet): Buffer {
  const pieces: Buffer[] = [];
  for (let at = packet.find(Attribute.EapMessage); at !== 0; at = packet.find(Attribute.EapMessage, packet.next(at))) {
    pieces.push(packet.bytes.subarray(at + 2, packet.next(at)));
  }
  return Buffer.concat(pieces);
}

/** Reads a response; null for any other packet and a truncated one. Octets after its end are padding. */
export function readEapResponse(message: Buffer): EapResponse | null {
  if (message.length < HEADER || message.readUInt8(0) !== EapCode.Response) return null;
  const length = message.readUInt16BE(2);
  if (length < HEADER || length > message.length) return null;
  return { identifier: message.readUInt8(1), type: message.readUInt8(4), data: message.subarray(HEADER, length) };
}

/** The method of the response in a request; null while none is agreed on. */
export function eapMethodOf(packet: Packet): EapMethod | null {
  const type = packet.octets(Attribute.EapMessage)?.[HEADER - 1];
  return type === undefined ? null : (METHODS.get(type) ?? null);
}

const METHODS: ReadonlyMap<number, EapMethod> = new Map([
  [EapType.Md5Challenge, 'EAP-MD5'],
  [EapType.Tls, 'EAP-TLS'],
  [EapType.Ttls, 'EAP-TTLS'],
  [EapType.Peap, 'PEAP'],
  [EapType.MsChapV2, 'EAP-MSCHAPv2'],
]);

export function eapRequest(identifier: number, type: number, data: Uint8Array): Buffer {
  const length = HEADER + data.length;
  return Buffer.concat([Buffer.of(EapCode.Request, identifier, length >> 8, length & 0xff, type), data]);
}

/** `identifier` is that of the response being answered (RFC 3748 section 4.2). */
export function eapSuccess(identifier: number): Buffer {
  return Buffer.of(EapCode.Success, identifier, 0, 4);
}

export function eapFailure(identifier: number): Buffer {
  return Buffer.of(EapCode.Failure, identifier, 0, 4);
}

/** The packet as EAP-Message attributes, as many as it needs. */
export function eapAttributes(message: Uint8Array): AttributeWriter {
  const writer = new AttributeWriter();
  for (let at = 0; at < message.length; at += MAX_PIECE) {
    writer.octets(Attribute.EapMessage, message.subarray(at, at + MAX_PIECE));
  }
  return writer;
}
