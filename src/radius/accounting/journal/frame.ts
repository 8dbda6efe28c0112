import { crc32 } from 'node:zlib';

/** Starts a frame. No UTF-8 text contains these octets, so the next frame after a damaged one is found. */
const MARKER = Buffer.from([0xf5, 0x4c, 0x4d, 0xff]);
/** Marker, length and CRC-32 of the payload. */
const HEADER_OCTETS = MARKER.length + 4 + 4;
const MAX_PAYLOAD = 1024 * 1024;

export function frameOf(payload: Buffer): Buffer {
  const frame = Buffer.allocUnsafe(HEADER_OCTETS + payload.length);
  MARKER.copy(frame);
  frame.writeUInt32LE(payload.length, MARKER.length);
  frame.writeUInt32LE(crc32(payload), MARKER.length + 4);
  payload.copy(frame, HEADER_OCTETS);
  return frame;
}

/** A range without a whole frame. */
export interface Damage {
  readonly from: number;
  readonly upto: number;
}

export interface Frames {
  readonly payloads: Buffer[];
  /** Unreadable ranges before a whole frame. */
  readonly damages: Damage[];
  /** End of the last whole frame; beyond it, a write was cut off. */
  readonly end: number;
}

/** All whole frames from `start` on. */
export function framesIn(bytes: Buffer, start: number): Frames {
  const payloads: Buffer[] = [];
  const damages: Damage[] = [];
  let at = start;
  let end = start;
  while (at < bytes.length) {
    const payload = payloadAt(bytes, at);
    if (payload === null) {
      at = bytes.indexOf(MARKER, at + 1);
      if (at === -1) break;
      continue;
    }
    if (at > end) damages.push({ from: end, upto: at });
    payloads.push(payload);
    at += HEADER_OCTETS + payload.length;
    end = at;
  }
  return { payloads, damages, end };
}

/** Null if there is no whole frame. */
function payloadAt(bytes: Buffer, at: number): Buffer | null {
  if (at + HEADER_OCTETS > bytes.length || bytes.compare(MARKER, 0, MARKER.length, at, at + MARKER.length) !== 0)
    return null;
  const length = bytes.readUInt32LE(at + MARKER.length);
  if (length > MAX_PAYLOAD || at + HEADER_OCTETS + length > bytes.length) return null;
  const payload = bytes.subarray(at + HEADER_OCTETS, at + HEADER_OCTETS + length);
  return crc32(payload) === bytes.readUInt32LE(at + MARKER.length + 4) ? payload : null;
}
