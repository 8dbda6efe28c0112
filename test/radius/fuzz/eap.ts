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

/** Any step of EAP, of the conversation if given; now and then with a wrong length, or in pieces. */
export function eapStep(random: Random, talk: Talk | undefined, stranger: string): Buffer[] {
  const types = [IDENTITY, NAK, MD5, MSCHAPV2, MSCHAPV2, random.below(256)];
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
  if (type === NAK) return Buffer.from([[MD5], [25], [MD5, MSCHAPV2], []][random.below(4)] ?? []);
  if (type === MD5) return Buffer.concat([Buffer.of(random.chance(0.8) ? 16 : random.below(256)), random.octets(16)]);
  if (type !== MSCHAPV2) return random.octets(random.below(40));
  const operation = Buffer.of(random.chance(0.7) ? 2 : random.below(8), random.below(256), 0, random.below(90), 49);
  return Buffer.concat([operation, random.octets(random.chance(0.8) ? 53 : random.below(70))]);
}
