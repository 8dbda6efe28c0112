import { scratch } from '../crypto/scratch-buffer.ts';
import { HEADER } from './packet.ts';

// The header of RADIUS/1.1 (RFC 9765 section 4.1): code, Reserved-1, length, four octets of Token, and twelve of Reserved-2.

const RESERVED_1 = 1;
/** Offset of the Token, which takes the place of the identifier. */
const TOKEN = 4;
const RESERVED_2 = 8;

/** The Token of a packet; it has no meaning but that an answer repeats that of its request. */
export function tokenOf(packet: Buffer): number {
  return packet.readUInt32BE(TOKEN);
}

/** Writes the Token to the packet in the scratch buffer. */
export function putToken(token: number): void {
  scratch.writeUInt32BE(token, TOKEN);
}

/** Writes zeros to the reserved fields of the packet in the scratch buffer. */
export function clearReserved(): void {
  scratch[RESERVED_1] = 0;
  scratch.fill(0, RESERVED_2, HEADER);
}
