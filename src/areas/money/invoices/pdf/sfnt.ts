import { inflateSync } from 'node:zlib';

/** WOFF 1.0 (W3C): a header of 44 bytes and 20 per table; SFNT has 12 and 16. */
const WOFF = { header: 44, entry: 20 };
const SFNT = { header: 12, entry: 16 };

/** Unpacks a WOFF file to an SFNT font: fontkit would decompress its tables again for every glyph, in JavaScript. */
export function sfntOf(woff: Buffer): Buffer {
  const tables = woff.readUInt16BE(12);
  const head = Buffer.alloc(SFNT.header + SFNT.entry * tables);
  woff.copy(head, 0, 4, 8);
  head.writeUInt16BE(tables, 4);
  const power = Math.floor(Math.log2(tables));
  const range = SFNT.entry * 2 ** power;
  head.writeUInt16BE(range, 6);
  head.writeUInt16BE(power, 8);
  head.writeUInt16BE(SFNT.entry * tables - range, 10);
  const parts: Buffer[] = [head];
  let offset = head.length;
  for (let n = 0; n < tables; n++) {
    const { tag, checksum, data } = tableAt(woff, WOFF.header + WOFF.entry * n);
    const entry = SFNT.header + SFNT.entry * n;
    tag.copy(head, entry);
    checksum.copy(head, entry + 4);
    head.writeUInt32BE(offset, entry + 8);
    head.writeUInt32BE(data.length, entry + 12);
    const padding = Buffer.alloc(-data.length & 3);
    parts.push(data, padding);
    offset += data.length + padding.length;
  }
  return Buffer.concat(parts);
}

function tableAt(woff: Buffer, entry: number) {
  const [from = 0, packed = 0, length = 0] = [4, 8, 12].map((at) => woff.readUInt32BE(entry + at));
  const stored = woff.subarray(from, from + packed);
  return {
    tag: woff.subarray(entry, entry + 4),
    checksum: woff.subarray(entry + 16, entry + 20),
    data: packed < length ? inflateSync(stored) : stored,
  };
}
