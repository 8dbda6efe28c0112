import { crc32, inflateSync } from 'node:zlib';
import { broken, type Picture } from './picture.ts';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Samples of a pixel by the type of colour, with the bit depths that are taken: all that are common. */
const COLOURS: ReadonlyMap<number, { readonly samples: number; readonly depths: readonly number[] }> = new Map([
  [0, { samples: 1, depths: [1, 2, 4, 8] }],
  [2, { samples: 3, depths: [8] }],
  [3, { samples: 1, depths: [1, 2, 4, 8] }],
  [4, { samples: 2, depths: [8] }],
  [6, { samples: 4, depths: [8] }],
]);
const PALETTE = 3;

interface Chunk {
  readonly type: string;
  readonly data: Buffer;
  /** With length and check value, as it was. */
  readonly whole: Buffer;
}

/** A PNG (ISO/IEC 15948) whose pixels are all there; undefined if it is none. @throws WrongPicture */
export function checkedPng(bytes: Buffer): Picture | undefined {
  if (!bytes.subarray(0, 8).equals(SIGNATURE)) return undefined;
  const chunks = chunksOf(bytes);
  const [head] = chunks;
  if (head?.type !== 'IHDR' || head.data.length !== 13) throw broken('PNG');
  const [width, height] = [head.data.readUInt32BE(0), head.data.readUInt32BE(4)];
  const [depth = 0, colour = 0, ...methods] = head.data.subarray(8);
  const known = COLOURS.get(colour);
  // Compression, filter and interlace: 0.
  if (!known?.depths.includes(depth) || methods.some((method) => method !== 0)) throw broken('PNG');
  // Above this size nothing is unpacked; the limit of the sides is told by the caller.
  if (width > 10_000 || height > 10_000 || width * height > 4_000_000)
    return { mediaType: 'image/png', width, height, content: bytes };
  checkPixels(chunks, { height, row: 1 + Math.ceil((width * known.samples * depth) / 8) });
  const all = (wanted: string) => chunks.filter(({ type }) => type === wanted);
  const isTwice = ['IHDR', 'PLTE', 'tRNS'].some((type) => all(type).length > 1);
  if (isTwice || (colour === PALETTE && !isPalette(all('PLTE')[0], all('tRNS')[0]))) throw broken('PNG');
  const kept = ['IHDR', 'IDAT', 'IEND', ...(colour === PALETTE ? (depth === 8 ? ['PLTE', 'tRNS'] : ['PLTE']) : [])];
  const content = Buffer.concat([
    SIGNATURE,
    ...chunks.filter(({ type }) => kept.includes(type)).map(({ whole }) => whole),
  ]);
  return { mediaType: 'image/png', width, height, content };
}

/** Up to its end; what follows is not of the picture. */
function chunksOf(bytes: Buffer): Chunk[] {
  const chunks: Chunk[] = [];
  for (let at = SIGNATURE.length; at + 12 <= bytes.length; ) {
    const end = at + 12 + bytes.readUInt32BE(at);
    if (end > bytes.length) break;
    const type = bytes.toString('latin1', at + 4, at + 8);
    if (crc32(bytes.subarray(at + 4, end - 4)) !== bytes.readUInt32BE(end - 4)) break;
    chunks.push({ type, data: bytes.subarray(at + 8, end - 4), whole: bytes.subarray(at, end) });
    if (type === 'IEND') return chunks;
    at = end;
  }
  throw broken('PNG');
}

/** Rows begin with one of five filters. */
function checkPixels(
  chunks: readonly Chunk[],
  { height, row }: { readonly height: number; readonly row: number },
): void {
  const packed = Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data));
  let pixels: Buffer;
  try {
    pixels = inflateSync(packed, { maxOutputLength: Math.max(1, height * row) });
  } catch {
    throw broken('PNG');
  }
  if (height === 0 || pixels.length !== height * row) throw broken('PNG');
  for (let at = 0; at < pixels.length; at += row) if ((pixels[at] ?? 0) > 4) throw broken('PNG');
}

/** Of up to 256 colours, of which the first may have an opacity. */
const isPalette = (palette: Chunk | undefined, opacity: Chunk | undefined): boolean =>
  palette !== undefined &&
  palette.data.length % 3 === 0 &&
  palette.data.length <= 768 &&
  (opacity?.data.length ?? 0) <= palette.data.length / 3;
