import type { DumpText } from './text.ts';

export type Dialect = 'mysql' | 'postgresql';

const code = (character: string): number => character.charCodeAt(0);
const [QUOTE, DOUBLE, BACKTICK, BACKSLASH] = [code("'"), code('"'), code('`'), code('\\')];
const [DASH, HASH, SLASH, STAR, DOLLAR] = [code('-'), code('#'), code('/'), code('*'), code('$')];
const isSpace = (at: number): boolean => at <= 0x20;
const isWordPart = (at: number): boolean =>
  (at >= 48 && at <= 57) || (at >= 65 && at <= 90) || (at >= 97 && at <= 122) || at === 95 || at === 46 || at >= 0x80;

/** What MySQL writes for characters that it escapes; any other character stands for itself. */
const MYSQL_ESCAPES: Readonly<Record<string, string>> = {
  ...{ '0': '\0', b: '\b', n: '\n', r: '\r', t: '\t', Z: '\x1a' },
};
const E_ESCAPES: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

/** A word or a number, a quoted name, a text, or a single character. */
export interface Token {
  readonly type: 'word' | 'name' | 'text' | 'sign';
  readonly value: string;
}

/** Reads tokens of a dialect of SQL. Comments are blanks. */
export class Tokens {
  readonly text: DumpText;
  readonly #dialect: Dialect;

  constructor(text: DumpText, dialect: Dialect) {
    this.text = text;
    this.#dialect = dialect;
  }

  /** Goes on to what is neither blank nor comment; false at the end of the file. */
  skipBlanks(): boolean {
    const { text } = this;
    while (!text.isOver) {
      const at = text.peek();
      if (isSpace(at)) text.take(1);
      else if ((at === DASH && text.follows(DASH, 1)) || (at === HASH && this.#dialect === 'mysql')) text.takeLine();
      else if (at === SLASH && text.follows(STAR, 1)) this.#skipComment();
      else return true;
    }
    return false;
  }

  next(): Token {
    const { text } = this;
    this.skipBlanks();
    const at = text.peek();
    if (at === QUOTE) return { type: 'text', value: this.#quoted(QUOTE, this.#dialect === 'mysql') };
    if (at === BACKTICK) return { type: 'name', value: this.#quoted(BACKTICK, false) };
    if (at === DOUBLE && this.#dialect === 'mysql') return { type: 'text', value: this.#quoted(DOUBLE, true) };
    if (at === DOUBLE) return { type: 'name', value: this.#quoted(DOUBLE, false) };
    if (at === DOLLAR && this.#dialect === 'postgresql') return { type: 'text', value: this.#dollarQuoted() };
    if (!isWordPart(at)) return { type: 'sign', value: text.take(1) };
    return this.#word();
  }

  #word(): Token {
    const { text } = this;
    let length = 1;
    while (isWordAhead(text, length)) length += 1;
    const value = text.take(length);
    // An escape string of PostgreSQL, a hexadecimal one of both, a character set of MySQL.
    if (text.follows(QUOTE)) {
      if (/^e$/i.test(value)) return { type: 'text', value: this.#quoted(QUOTE, true, E_ESCAPES) };
      if (/^x$/i.test(value)) return { type: 'text', value: fromHex(this.#quoted(QUOTE, false)) };
    }
    if (value.startsWith('_') && this.#dialect === 'mysql') return this.next();
    return /^0x[0-9a-f]+$/i.test(value) ? { type: 'text', value: fromHex(value.slice(2)) } : { type: 'word', value };
  }

  #quoted(quote: number, escapes: boolean, meanings = MYSQL_ESCAPES): string {
    const { text } = this;
    let length = 1;
    let isPlain = true;
    for (;;) {
      const at = text.peek(length);
      if (at === BACKSLASH && escapes) {
        text.peek(length + 1);
        length += 2;
        isPlain = false;
      } else if (at !== quote) length += 1;
      else if (text.follows(quote, length + 1)) {
        length += 2;
        isPlain = false;
      } else break;
    }
    const inner = text.take(length + 1).slice(1, -1);
    if (isPlain) return inner;
    const doubled = String.fromCharCode(quote);
    return inner.replace(escapes ? /\\([\s\S])|(['"`])\2/g : /(['"`])\1/g, (found, escaped: string) => {
      if (found.startsWith('\\')) return meanings[escaped] ?? escaped;
      return found[0] === doubled ? doubled : found;
    });
  }

  /** `$tag$ … $tag$`: the bodies of functions. */
  #dollarQuoted(): string {
    const { text } = this;
    let length = 1;
    while (text.peek(length) !== DOLLAR) {
      if (!isWordPart(text.peek(length))) return text.take(1);
      length += 1;
    }
    const tag = text.take(length + 1);
    let body = '';
    while (!body.endsWith(tag)) {
      text.peek();
      body += text.take(1);
    }
    return body.slice(0, -tag.length);
  }

  #skipComment(): void {
    const { text } = this;
    text.take(2);
    while (!(text.peek() === STAR && text.peek(1) === SLASH)) text.take(1);
    text.take(2);
  }
}

function isWordAhead(text: DumpText, ahead: number): boolean {
  try {
    return isWordPart(text.peek(ahead));
  } catch (error) {
    // A word may end with the file.
    if (error instanceof Error) return false;
    throw error;
  }
}

const fromHex = (digits: string): string => Buffer.from(digits, 'hex').toString('latin1');

export const isSign = ({ type, value }: Token, sign: string): boolean => type === 'sign' && value === sign;
export const isWord = ({ type, value }: Token, word: string): boolean =>
  type === 'word' && value.toUpperCase() === word;
