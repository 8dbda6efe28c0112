import { decodeLength, lengthOctets } from './word.ts';

/** Takes octets however TCP has split them and gives each word when it is whole. Holds no more than one word. */
export class WordReader {
  readonly #onWord: (word: Buffer) => void;
  readonly #length = Buffer.alloc(5);
  /** Of the length that is being read. */
  #lengthAt = 0;
  /** Undefined while a length is being read. */
  #word: Buffer | undefined;
  #wordAt = 0;

  /** A word is a part of a chunk, valid during the call. */
  constructor(onWord: (word: Buffer) => void) {
    this.#onWord = onWord;
  }

  /** @throws RouterFailure of kind `protocol` for a length that is none or too long; then nothing more can be read */
  push(chunk: Buffer): void {
    for (let at = 0; at < chunk.length; )
      at = this.#word === undefined ? this.#readLength(chunk, at) : this.#fill(chunk, at);
  }

  #readLength(chunk: Buffer, start: number): number {
    const first = this.#lengthAt === 0 ? (chunk[start] as number) : (this.#length[0] as number);
    const missing = lengthOctets(first) - this.#lengthAt;
    const taken = chunk.copy(this.#length, this.#lengthAt, start, start + missing);
    this.#lengthAt += taken;
    if (taken < missing) return start + taken;
    const length = decodeLength(this.#length.subarray(0, this.#lengthAt));
    this.#lengthAt = 0;
    return this.#beginWord(chunk, start + taken, length);
  }

  #beginWord(chunk: Buffer, start: number, length: number): number {
    if (start + length <= chunk.length) {
      this.#onWord(chunk.subarray(start, start + length));
      return start + length;
    }
    this.#word = Buffer.alloc(length);
    this.#wordAt = 0;
    return start;
  }

  #fill(chunk: Buffer, start: number): number {
    const word = this.#word as Buffer;
    const taken = chunk.copy(word, this.#wordAt, start);
    this.#wordAt += taken;
    if (this.#wordAt === word.length) {
      this.#word = undefined;
      this.#onWord(word);
    }
    return start + taken;
  }
}
