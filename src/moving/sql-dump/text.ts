import { SourceError } from '../source-row.ts';

/** Thrown when what is being read continues in the next block of the file. */
const NEED_MORE = Symbol('need more');

/** More than any row of a RADIUS database: a quote that is missing must not read a whole dump into memory. */
const MAX_UNIT = 64 * 1024 * 1024;

/**
 * The text of a dump, read block by block. Octets are characters of latin1, so that nothing is lost where a dump is not in the
 * encoding it should be in.
 */
export class DumpText {
  readonly #blocks: AsyncIterator<Buffer>;
  readonly #name: string;
  #text = '';
  #at = 0;
  #line = 1;
  #ended = false;

  constructor(name: string, blocks: AsyncIterable<Buffer>) {
    this.#name = name;
    this.#blocks = blocks[Symbol.asyncIterator]();
  }

  /** The number of the current line, from 1. */
  get line(): number {
    return this.#line;
  }

  /** Runs the work, again from the same place after reading on when it meets the end of what is in memory. */
  async unit<T>(work: () => T): Promise<T> {
    for (;;) {
      const [at, line] = [this.#at, this.#line];
      try {
        return work();
      } catch (error) {
        if (error !== NEED_MORE) throw error;
        [this.#at, this.#line] = [at, line];
        await this.#readOn();
      }
    }
  }

  /** The code of the character `ahead` of the current one. @throws SourceError at the end of the file */
  peek(ahead = 0): number {
    const at = this.#at + ahead;
    if (at < this.#text.length) return this.#text.charCodeAt(at);
    if (!this.#ended) throw NEED_MORE;
    throw this.fault('the file ends in the middle of a statement; the dump is not complete, so dump again');
  }

  /** Whether the file ends here. */
  get isOver(): boolean {
    if (this.#at < this.#text.length) return false;
    if (!this.#ended) throw NEED_MORE;
    return true;
  }

  /** Whether this character follows, `ahead` of the current one; at the end of the file none does. */
  follows(code: number, ahead = 0): boolean {
    if (this.#at + ahead >= this.#text.length && this.#ended) return false;
    return this.peek(ahead) === code;
  }

  /** Goes on by so many characters and returns them. */
  take(length: number): string {
    const taken = this.#text.slice(this.#at, this.#at + length);
    this.#at += length;
    for (let at = taken.indexOf('\n'); at >= 0; at = taken.indexOf('\n', at + 1)) this.#line += 1;
    return taken;
  }

  /** The rest of the line, without its end. */
  takeLine(): string {
    const end = this.#text.indexOf('\n', this.#at);
    if (end < 0 && !this.#ended) throw NEED_MORE;
    const line = this.take((end < 0 ? this.#text.length : end + 1) - this.#at);
    return line.replace(/\r?\n$/, '');
  }

  fault(problem: string): SourceError {
    return new SourceError(`${this.#name}, line ${this.#line}: ${problem}.`);
  }

  async #readOn(): Promise<void> {
    const { value, done } = await this.#blocks.next();
    const rest = this.#text.slice(this.#at);
    if (rest.length > MAX_UNIT) throw this.fault('a row is longer than 64 MB; the dump is damaged, so dump again');
    this.#text = done ? rest : rest + (value as Buffer).toString('latin1');
    this.#at = 0;
    this.#ended = done === true;
  }
}
