import { attribute } from './attributes.ts';
import type { Random } from './random.ts';

/** An EAP conversation that waits for a response. */
export interface Talk {
  readonly username: string;
  readonly identifier: number;
  readonly state: Buffer;
}

const IDENTITY = 1;
const NAK = 3;
const MD5 = 4;
const MSCHAPV2 = 26;
/** Methods with TLS: EAP-TLS, EAP-TTLS, PEAP. */
export const TLS_METHODS = [13, 21, 25];

/** Any step of EAP, of the conversation if given; now and then with a wrong length, or in pieces. */
export function eapStep(random: Random, talk: Talk | undefined, stranger: string): Buffer[] {
  const types = [IDENTITY, NAK, MD5, MSCHAPV2, MSCHAPV2, ...TLS_METHODS, random.below(256)];
  const type = types[random.below(types.length)] ?? IDENTITY;
  const message = eapResponse(talk?.identifier ?? random.below(256), type, dataOf(type, random));
  if (random.chance(0.1)) message[0] = random.below(6);
  if (random.chance(0.1)) message.writeUInt16BE(random.below(200), 2);
  const cut = random.chance(0.2) ? random.below(message.length) : message.length;
  const state = talk?.state ?? random.octets(random.below(60));
  return [
    attribute(1, Buffer.from(talk?.username ?? stranger)),
    attribute(79, message.subarray(0, cut)),
    ...(cut < message.length && random.chance(0.8) ? [attribute(79, message.subarray(cut))] : []),
    ...(random.chance(0.9) ? [attribute(24, state)] : []),
  ];
}

export function eapResponse(identifier: number, type: number, data: Buffer): Buffer {
  const message = Buffer.concat([Buffer.of(2, identifier, 0, 0, type), data]);
  message.writeUInt16BE(message.length, 2);
  return message;
}

/** Mostly valid, but for the password. */
function dataOf(type: number, random: Random): Buffer {
  if (type === NAK) return Buffer.from([[MD5], [13], [21], [25], [MD5, MSCHAPV2], []][random.below(6)] ?? []);
  if (type === MD5) return Buffer.concat([Buffer.of(random.chance(0.8) ? 16 : random.below(256)), random.octets(16)]);
  if (TLS_METHODS.includes(type)) return fragmentOf(random);
  if (type !== MSCHAPV2) return random.octets(random.below(40));
  const operation = Buffer.of(random.chance(0.7) ? 2 : random.below(8), random.below(256), 0, random.below(90), 49);
  return Buffer.concat([operation, random.octets(random.chance(0.8) ? 53 : random.below(70))]);
}

const LENGTH_INCLUDED = 0x80;
const MORE_FRAGMENTS = 0x40;

/** A fragment of TLS (RFC 5216 section 3.1): an acknowledgement, the begin of a handshake, another record, or garbage. */
function fragmentOf(random: Random): Buffer {
  if (random.chance(0.2)) return Buffer.of(random.below(8));
  const content = [
    () => recordOf(22, helloOf(random)),
    () => recordOf([20, 21, 22, 23, random.below(256)][random.below(5)] ?? 22, random.octets(random.below(200))),
    () => random.octets(random.below(250)),
  ][random.below(3)];
  const octets = content?.() ?? Buffer.alloc(0);
  const sent = random.chance(0.3) ? octets.subarray(0, random.below(octets.length + 1)) : octets;
  const length = Buffer.alloc(4);
  length.writeUInt32BE([octets.length, sent.length, 0, 65_536, 0xffff_ffff][random.below(5)] ?? 0);
  const withLength = random.chance(0.4);
  const flags = (withLength ? LENGTH_INCLUDED : 0) | (random.chance(0.4) ? MORE_FRAGMENTS : 0) | random.below(8);
  return Buffer.concat([Buffer.of(flags), ...(withLength ? [length] : []), sent.subarray(0, 230)]);
}

function recordOf(type: number, content: Buffer): Buffer {
  const header = Buffer.of(type, 3, 1, 0, 0);
  header.writeUInt16BE(content.length, 3);
  return Buffer.concat([header, content]);
}

/** A ClientHello of TLS 1.2 with random suites and extensions. */
function helloOf(random: Random): Buffer {
  const suites = random.octets(2 * random.below(20));
  const extensions = random.octets(random.below(60));
  const sizes = [suites.length, extensions.length].map((size) => Buffer.of(size >> 8, size & 255));
  const body = Buffer.concat([
    ...[Buffer.of(3, 3), random.octets(32), Buffer.of(0), sizes[0] ?? Buffer.alloc(2), suites, Buffer.of(1, 0)],
    ...[sizes[1] ?? Buffer.alloc(2), extensions],
  ]);
  return Buffer.concat([Buffer.of(1, 0, body.length >> 8, body.length & 255), body]);
}
