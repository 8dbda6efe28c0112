import { octetsOf, octetText } from '../core/network/octet-text.ts';
import { RouterFailure } from './failure.ts';
import { encodeWord } from './word.ts';
import { WordReader } from './word-reader.ts';

const MAX_WORDS = 512;

/** A sentence of a router. Texts are octets in the encoding of `core/network/octet-text.ts`, since names need not be UTF-8. */
export interface Sentence {
  /** `!re`, `!done`, `!trap`, `!fatal`, `!empty`. */
  readonly type: string;
  /** Of the command that it answers; null without one. */
  readonly tag: string | null;
  /** By name, without the `=` signs. */
  readonly values: ReadonlyMap<string, string>;
  /** Octets of its words. */
  readonly octets: number;
}

/** A command with its words, such as `['/ping', '=count=3', '.tag=7']`. */
export function encodeSentence(words: readonly string[]): Buffer {
  return Buffer.concat([...words.map((word) => encodeWord(octetsOf(word))), Buffer.of(0)]);
}

/** Puts words together to sentences; an empty word ends one. */
export class WordsReader {
  readonly #words: WordReader;
  readonly #onSentence: (words: readonly string[], octets: number) => void;
  readonly #onWord: ((octets: number) => void) | undefined;
  #sentence: string[] = [];
  #octets = 0;

  /** `onWord` is told of each word before it is kept. */
  constructor(onSentence: (words: readonly string[], octets: number) => void, onWord?: (octets: number) => void) {
    this.#onSentence = onSentence;
    this.#onWord = onWord;
    this.#words = new WordReader((word) => this.#add(word));
  }

  /** @throws RouterFailure of kind `protocol` */
  push(chunk: Buffer): void {
    this.#words.push(chunk);
  }

  #add(word: Buffer): void {
    if (word.length > 0) {
      if (this.#sentence.length === MAX_WORDS) throw new RouterFailure('protocol');
      this.#onWord?.(word.length);
      this.#sentence.push(octetText(word, 0, word.length));
      this.#octets += word.length;
      return;
    }
    const [words, octets] = [this.#sentence, this.#octets];
    this.#sentence = [];
    this.#octets = 0;
    // An empty sentence means nothing.
    if (words.length > 0) this.#onSentence(words, octets);
  }
}

/** `=name=value`: the value may have further `=` signs, and the name none. */
const VALUE = /^=([^=]*)=(.*)$/s;
const TAG = '.tag=';

export function readSentence([type = '', ...words]: readonly string[], octets: number): Sentence {
  const values = new Map<string, string>();
  let tag: string | null = null;
  for (const word of words) {
    const [, name, value] = VALUE.exec(word) ?? [];
    if (name !== undefined && value !== undefined) values.set(name, value);
    else if (word.startsWith(TAG)) tag = word.slice(TAG.length);
  }
  return { type, tag, values, octets };
}
