import { createHash } from 'node:crypto';
import { END_OF_ROWS, sealOf } from '../format.ts';

const NEWLINE = 0x0a;
const END_MARK = Buffer.from(`${END_OF_ROWS}\n`);
const END_MARK_LINE = Buffer.from(`\n${END_OF_ROWS}\n`);
/** No line of a backup is that long; a file of another kind may have no line ends at all. */
const MAX_LINE_BYTES = 16 * 1024 * 1024;

/** Reads the script of a backup, lines or rows as the caller asks, in constant memory. */
export class ScriptReader {
  readonly #chunks: AsyncIterator<Buffer>;
  readonly #hash = createHash('sha256');
  /** Bytes read and not yet consumed. */
  #rest: Buffer = Buffer.alloc(0);

  constructor(chunks: AsyncIterable<Buffer>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  /** The next line; undefined at the end and if the last line is incomplete. */
  async line(): Promise<string | undefined> {
    for (;;) {
      const end = this.#rest.indexOf(NEWLINE);
      if (end >= 0) {
        const text = this.#rest.toString('utf8', 0, end);
        this.#consume(end + 1, { hashed: sealOf(text) === undefined });
        return text;
      }
      if (this.#rest.length > MAX_LINE_BYTES || !(await this.#more())) return undefined;
    }
  }

  /** Complete rows in blocks, up to the line that ends a section. Returns undefined if the file ends first. */
  async *rows(): AsyncGenerator<Buffer, 'whole' | undefined> {
    for (;;) {
      // The end mark is a line, and a block consists of complete lines.
      const block = this.#rest.subarray(0, this.#rest.lastIndexOf(NEWLINE) + 1);
      const end = block.subarray(0, END_MARK.length).equals(END_MARK) ? 0 : endOfRows(block);
      const rows = end < 0 ? block : block.subarray(0, end);
      if (rows.length > 0) yield rows;
      this.#consume(rows.length + (end < 0 ? 0 : END_MARK.length), { hashed: true });
      if (end >= 0) return 'whole';
      if (!(await this.#more())) return undefined;
    }
  }

  /** SHA-256 of everything consumed except the seal line itself. */
  digest(): string {
    return this.#hash.copy().digest('hex');
  }

  #consume(length: number, { hashed }: { hashed: boolean }): void {
    if (hashed) this.#hash.update(this.#rest.subarray(0, length));
    this.#rest = this.#rest.subarray(length);
  }

  async #more(): Promise<boolean> {
    const { done, value } = await this.#chunks.next();
    if (done) return false;
    this.#rest = this.#rest.length === 0 ? value : Buffer.concat([this.#rest, value]);
    return true;
  }
}

/** Offset of the end mark in this block, or -1. */
function endOfRows(block: Buffer): number {
  const at = block.indexOf(END_MARK_LINE);
  return at < 0 ? -1 : at + 1;
}
