import { crc32, deflateSync } from 'node:zlib';
import { alphaSizeOf, type Pixels, pixelsOf, predicted } from './alpha-png.ts';
import type { Picture } from './picture.ts';

/** In pixels: the place of a logo on a document, 160 × 44 points, at 300 dots per inch. */
const PRINTED = { width: 667, height: 184 };
/** Smaller ones are tried if soft edges make a picture larger than it was. */
const SHARES = [1, 0.75, 0.5, 0.25];
const PAETH = 4;
const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/**
 * A logo that is no larger than what is printed of it. Only a PNG with opacity is made smaller: it is unpacked for every document
 * and packed again without its opacity, by the number of its pixels, and others are put into documents as they are. The same
 * picture gives the same octets every time.
 */
export function printable(content: Buffer): Buffer {
  const size = alphaSizeOf(content);
  const share = size ? Math.min(1, PRINTED.width / size.width, PRINTED.height / size.height) : 1;
  if (share === 1) return content;
  const pixels = pixelsOf(content);
  const tried = SHARES.map((each) => () => pngOf(scaled(pixels, share * each)));
  for (const next of tried) {
    const smaller = next();
    if (smaller.length <= content.length) return smaller;
  }
  return content;
}

/** A picture as it is stored. */
export function printablePicture(picture: Picture): Picture {
  const content = printable(picture.content);
  if (content === picture.content) return picture;
  return { ...picture, content, width: content.readUInt32BE(16), height: content.readUInt32BE(20) };
}

/** Each pixel is the mean of those in its place, by their opacity, so that a transparent one lends no colour. */
function scaled({ width, height, octets }: Pixels, share: number): Pixels {
  const to = { width: Math.max(1, Math.round(width * share)), height: Math.max(1, Math.round(height * share)) };
  const made = new Uint8Array(to.width * to.height * 4);
  for (let y = 0; y < to.height; y++) {
    const [top, bottom] = spanOf(y, to.height, height);
    for (let x = 0; x < to.width; x++) {
      const [left, right] = spanOf(x, to.width, width);
      const sums = [0, 0, 0, 0];
      for (let row = top; row < bottom; row++)
        for (let column = left; column < right; column++) add(sums, octets, (row * width + column) * 4);
      made.set(meanOf(sums, (bottom - top) * (right - left)), (y * to.width + x) * 4);
    }
  }
  return { ...to, octets: made };
}

/** Which of so many pixels are in the place of one of fewer. */
const spanOf = (at: number, of: number, from: number): [first: number, end: number] => [
  Math.floor((at * from) / of),
  Math.ceil(((at + 1) * from) / of),
];

function add(sums: number[], octets: Uint8Array, at: number): void {
  const alpha = octets[at + 3] ?? 0;
  for (let sample = 0; sample < 3; sample++) sums[sample] = (sums[sample] ?? 0) + alpha * (octets[at + sample] ?? 0);
  sums[3] = (sums[3] ?? 0) + alpha;
}

function meanOf([red = 0, green = 0, blue = 0, alpha = 0]: readonly number[], count: number): number[] {
  if (alpha === 0) return [0, 0, 0, 0];
  return [red, green, blue].map((sum) => Math.round(sum / alpha)).concat(Math.round(alpha / count));
}

function pngOf({ width, height, octets }: Pixels): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 6], 8);
  const packed = deflateSync(filtered({ width, height, octets }), { level: 9 });
  return Buffer.concat([SIGNATURE, chunk('IHDR', head), chunk('IDAT', packed), chunk('IEND', Buffer.alloc(0))]);
}

function filtered({ width, height, octets }: Pixels): Uint8Array {
  const row = width * 4;
  const rows = new Uint8Array(height * (row + 1));
  for (let y = 0; y < height; y++) {
    rows[y * (row + 1)] = PAETH;
    for (let x = 0; x < row; x++) {
      const at = y * row + x;
      const left = x < 4 ? 0 : (octets[at - 4] ?? 0);
      const up = y === 0 ? 0 : (octets[at - row] ?? 0);
      const corner = x < 4 || y === 0 ? 0 : (octets[at - row - 4] ?? 0);
      rows[y * (row + 1) + 1 + x] = (octets[at] ?? 0) - predicted(PAETH, left, up, corner);
    }
  }
  return rows;
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [size, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  size.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(named));
  return Buffer.concat([size, named, check]);
}
