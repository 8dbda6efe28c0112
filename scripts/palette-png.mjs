import { crc32, deflateSync, inflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const MAX_COLOURS = 128;

/** The same picture with at most 128 colours, the most frequent ones: about a third of the bytes for a screen. */
export function withPalette(png) {
  const { width, height, pixels } = decode(png);
  const counts = new Map();
  for (const colour of pixels) counts.set(colour, (counts.get(colour) ?? 0) + 1);
  const frequent = [...counts].sort((a, b) => b[1] - a[1]).map(([colour]) => colour);
  const palette = frequent.slice(0, MAX_COLOURS);
  const index = new Map(frequent.map((colour) => [colour, nearest(palette, colour)]));
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) rows[y * (width + 1) + 1 + x] = index.get(pixels[y * width + x]);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3, 0, 0, 0], 8);
  const colours = Buffer.from(palette.flatMap((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255]));
  const data = deflateSync(rows, { level: 9 });
  return Buffer.concat([SIGNATURE, chunk('IHDR', header), chunk('PLTE', colours), chunk('IDAT', data), chunk('IEND')]);
}

function nearest(palette, colour) {
  let best = 0;
  let least = Number.POSITIVE_INFINITY;
  for (const [at, other] of palette.entries()) {
    const distance = [16, 8, 0].reduce(
      (sum, shift) => sum + (((colour >> shift) & 255) - ((other >> shift) & 255)) ** 2,
      0,
    );
    if (distance < least) [best, least] = [at, distance];
  }
  return best;
}

function chunk(type, data = Buffer.alloc(0)) {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

/** Of a PNG with eight bits a channel that is not interlaced, as browsers write them. A pixel is 0xRRGGBB. */
function decode(png) {
  const width = png.readUInt32BE(16);
  const height = png.readUInt32BE(20);
  const step = png[25] === 6 ? 4 : 3;
  const parts = [];
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at))
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT')
      parts.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
  const raw = inflateSync(Buffer.concat(parts));
  const line = width * step;
  const pixels = new Uint32Array(width * height);
  let above = Buffer.alloc(line);
  for (let y = 0; y < height; y += 1) {
    const row = raw.subarray(y * (line + 1) + 1, (y + 1) * (line + 1));
    unfilter(raw[y * (line + 1)], row, above, step);
    for (let x = 0; x < width; x += 1) {
      const at = x * step;
      pixels[y * width + x] = (row[at] << 16) | (row[at + 1] << 8) | row[at + 2];
    }
    above = row;
  }
  return { width, height, pixels };
}

/** PNG specification, section 9.2. */
function unfilter(filter, row, above, step) {
  for (let at = 0; at < row.length; at += 1) {
    const left = at < step ? 0 : row[at - step];
    const corner = at < step ? 0 : above[at - step];
    const added = [0, left, above[at], (left + above[at]) >> 1, paeth(left, above[at], corner)][filter];
    row[at] = (row[at] + added) & 255;
  }
}

function paeth(left, up, corner) {
  const guess = left + up - corner;
  const [a, b, c] = [left, up, corner].map((one) => Math.abs(guess - one));
  if (a <= b && a <= c) return left;
  return b <= c ? up : corner;
}
