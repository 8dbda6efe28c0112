import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import { SourceError } from './source-row.ts';

const BLOCK = 1024 * 1024;

/** Byte order marks, which say more about a file than its owner does. */
const MARKS: readonly { readonly mark: Buffer; readonly encoding: string }[] = [
  { mark: Buffer.of(0xef, 0xbb, 0xbf), encoding: 'utf-8' },
  { mark: Buffer.of(0xff, 0xfe), encoding: 'utf-16le' },
  { mark: Buffer.of(0xfe, 0xff), encoding: 'utf-16be' },
];

/** Whether text in the encoding of this name (WHATWG Encoding) can be read. */
export function isEncoding(label: string): boolean {
  try {
    return new TextDecoder(label) !== undefined;
  } catch {
    return false;
  }
}

/**
 * A text file in UTF-8, block by block, without a byte order mark. What it says it is in UTF-8 stays as it is, so that octets which
 * are not spoil their own record only.
 * @param encoding of a file without a byte order mark
 * @throws SourceError if it cannot be read, or is not in its encoding
 */
export async function* textBlocks(file: string, encoding = 'utf-8'): AsyncGenerator<Buffer> {
  let decode: ((block: Buffer | undefined) => Buffer) | undefined;
  let actual = encoding;
  try {
    for await (const block of createReadStream(file, { highWaterMark: BLOCK }) as AsyncIterable<Buffer>) {
      const found = decode ? undefined : MARKS.find(({ mark }) => block.subarray(0, mark.length).equals(mark));
      if (found) actual = found.encoding;
      decode ??= decoderOf(actual);
      yield decode(block.subarray(found?.mark.length ?? 0));
    }
    if (decode) yield decode(undefined);
  } catch (error) {
    if (error instanceof TypeError) throw new SourceError(`${basename(file)} is not in ${actual}, or damaged.`);
    if (!(error instanceof Error) || !('syscall' in error)) throw error;
    throw new SourceError(`Cannot read ${basename(file)}: ${error.message}.`);
  }
}

/** Of the blocks of a file, the last of which is undefined. */
function decoderOf(encoding: string): (block: Buffer | undefined) => Buffer {
  const decoder = new TextDecoder(encoding, { fatal: true });
  if (decoder.encoding === 'utf-8') return (block) => block ?? Buffer.alloc(0);
  return (block) => Buffer.from(block ? decoder.decode(block, { stream: true }) : decoder.decode());
}
