import { inflateSync } from 'node:zlib';

/** Pixels of four octets: red, green, blue, opacity. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly octets: Uint8Array;
}

interface Parts {
  readonly colour: number;
  readonly palette: Buffer;
  /** Of the first colours of the palette; null: none. */
  readonly opacity: Buffer | null;
  readonly packed: Buffer;
}

/** Types of colour with samples of a pixel. */
const SAMPLES: Readonly<Record<number, number>> = { 3: 1, 4: 2, 6: 4 };

/** The size of a PNG with opacity, which is unpacked for every document that it is printed on; undefined for any other picture. */
export function alphaSizeOf(content: Buffer): { readonly width: number; readonly height: number } | undefined {
  if (content.toString('latin1', 12, 16) !== 'IHDR' || content[24] !== 8) return undefined;
  const [width, height, colour] = [content.readUInt32BE(16), content.readUInt32BE(20), content[25] ?? 0];
  const hasAlpha = colour === 4 || colour === 6 || (colour === 3 && partsOf(content).opacity !== null);
  return hasAlpha ? { width, height } : undefined;
}

/** The pixels of a PNG of `alphaSizeOf`, as `png.ts` keeps it. */
export function pixelsOf(content: Buffer): Pixels {
  const [width, height] = [content.readUInt32BE(16), content.readUInt32BE(20)];
  const { colour, palette, opacity, packed } = partsOf(content);
  const samples = SAMPLES[colour] ?? 1;
  const rows = unfiltered(inflateSync(packed), { height, row: width * samples, samples });
  const octets = new Uint8Array(width * height * 4);
  for (let pixel = 0; pixel < width * height; pixel++) {
    const from = pixel * samples;
    if (colour === 6) octets.set(rows.subarray(from, from + 4), pixel * 4);
    else {
      const first = rows[from] ?? 0;
      const ofPalette = colour === 3;
      octets.set(ofPalette ? palette.subarray(3 * first, 3 * first + 3) : [first, first, first], pixel * 4);
      octets[pixel * 4 + 3] = ofPalette ? (opacity?.[first] ?? 255) : (rows[from + 1] ?? 0);
    }
  }
  return { width, height, octets };
}

function partsOf(content: Buffer): Parts {
  const found: Record<string, Buffer[]> = {};
  for (let at = 8; at + 12 <= content.length; at += 12 + content.readUInt32BE(at)) {
    const type = content.toString('latin1', at + 4, at + 8);
    const data = content.subarray(at + 8, at + 8 + content.readUInt32BE(at));
    found[type] = [...(found[type] ?? []), data];
  }
  const { PLTE: [palette = Buffer.alloc(0)] = [], tRNS: [opacity = null] = [], IDAT = [] } = found;
  return { colour: content[25] ?? 0, palette, opacity, packed: Buffer.concat(IDAT) };
}

interface Shape {
  readonly height: number;
  /** Octets of a row, without its filter. */
  readonly row: number;
  readonly samples: number;
}

/** Undoes the filters of rows (ISO/IEC 15948 section 9.2). */
function unfiltered(filtered: Uint8Array, { height, row, samples }: Shape): Uint8Array {
  const rows = new Uint8Array(height * row);
  for (let y = 0; y < height; y++) {
    const filter = filtered[y * (row + 1)] ?? 0;
    for (let x = 0; x < row; x++) {
      const at = y * row + x;
      const left = x < samples ? 0 : (rows[at - samples] ?? 0);
      const up = y === 0 ? 0 : (rows[at - row] ?? 0);
      const corner = x < samples || y === 0 ? 0 : (rows[at - row - samples] ?? 0);
      rows[at] = (filtered[y * (row + 1) + 1 + x] ?? 0) + predicted(filter, left, up, corner);
    }
  }
  return rows;
}

/** By filter: nothing, left, up, their mean, or the nearest of three (Paeth). */
export function predicted(filter: number, left: number, up: number, corner: number): number {
  if (filter === 0) return 0;
  if (filter === 1) return left;
  if (filter === 2) return up;
  if (filter === 3) return (left + up) >> 1;
  const guess = left + up - corner;
  const [ofLeft, ofUp, ofCorner] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)];
  if (ofLeft <= ofUp && ofLeft <= ofCorner) return left;
  return ofUp <= ofCorner ? up : corner;
}
