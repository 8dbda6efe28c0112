import { broken, type Picture } from './picture.ts';

const START = 0xffd8;
const END = 0xffd9;
const SCAN = 0xffda;
/** Baseline, extended and progressive, by Huffman codes. */
const FRAMES: ReadonlySet<number> = new Set([0xffc0, 0xffc1, 0xffc2]);
/** Tables, the interval of restarts, and what JFIF and Adobe say of the colours; not comments, nor where it was taken. */
const KEPT: ReadonlySet<number> = new Set([...FRAMES, 0xffc4, 0xffdb, 0xffdd, 0xffe0, 0xffee]);

/** A JPEG (ITU-T T.81) of grey or of three colours; undefined if it is none. @throws WrongPicture */
export function checkedJpeg(bytes: Buffer): Picture | undefined {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== START) return undefined;
  const kept = [bytes.subarray(0, 2)];
  let frame: Buffer | undefined;
  for (let at = 2; at + 4 <= bytes.length; ) {
    const marker = bytes.readUInt16BE(at);
    const end = at + 2 + bytes.readUInt16BE(at + 2);
    if (marker < 0xffc0 || end > bytes.length || end < at + 4) break;
    if (marker === SCAN) return frame && whole(frame, [...kept, scansOf(bytes, at)]);
    const segment = bytes.subarray(at, end);
    if (FRAMES.has(marker)) {
      if (frame) break;
      frame = segment;
    }
    if (KEPT.has(marker)) kept.push(segment);
    at = end;
  }
  throw broken('JPEG');
}

/** Scans with their tables, up to the end of the picture. */
function scansOf(bytes: Buffer, from: number): Buffer {
  const end = bytes.lastIndexOf(Buffer.from([END >> 8, END & 0xff]));
  if (end <= from) throw broken('JPEG');
  return bytes.subarray(from, end + 2);
}

/** Length, 8 bits, height, width, number of components, and three octets for each of them. */
function whole(frame: Buffer, parts: readonly Buffer[]): Picture {
  const components = frame[9] ?? 0;
  if (frame.length !== 10 + 3 * components || frame[4] !== 8 || (components !== 1 && components !== 3))
    throw broken('JPEG');
  const [height, width] = [frame.readUInt16BE(5), frame.readUInt16BE(7)];
  return { mediaType: 'image/jpeg', width, height, content: Buffer.concat(parts) };
}
