import { SourceError } from '../source-row.ts';
import { DumpText } from './text.ts';
import { type Dialect, type Token, Tokens } from './tokens.ts';

/** A row of a table. `null` is NULL. */
export interface DumpRow {
  readonly table: string;
  readonly line: number;
  readonly values: Readonly<Record<string, string | null>>;
  /** Columns whose octets are not UTF-8; they have no value. */
  readonly damaged: readonly string[];
}

const BANNERS = [
  {
    dialect: 'mysql',
    begins: /^(-- (MySQL|MariaDB) dump|\/\*M?!\d{6}\\?- enable the sandbox)/,
    ends: '-- Dump completed',
  },
  { dialect: 'postgresql', begins: /^--\n-- PostgreSQL database dump/, ends: '-- PostgreSQL database dump complete' },
] as const;

const PROGRAM = { mysql: 'mysqldump', postgresql: 'pg_dump' } as const;

/** What follows a column in CREATE TABLE. */
const NO_COLUMN = /^(PRIMARY|KEY|UNIQUE|CONSTRAINT|INDEX|FULLTEXT|SPATIAL|CHECK|FOREIGN|EXCLUDE|LIKE|PERIOD)$/i;

/**
 * The rows of the wanted tables of a plain dump, as `mysqldump`, `mariadb-dump` or `pg_dump` writes it, in the order of the file,
 * which is read block by block.
 * @throws SourceError if it is no such dump or not complete
 */
export async function* readDump(
  file: { readonly name: string; readonly blocks: AsyncIterable<Buffer> },
  dialect: Dialect,
  isWanted: (table: string) => boolean,
): AsyncGenerator<DumpRow> {
  const ending = new Ending(file, dialect);
  const reader = new StatementReader(new Tokens(new DumpText(file.name, ending.blocks()), dialect), isWanted);
  yield* reader.rows();
  ending.check();
}

/** Both programs end a dump with a comment unless they are told to write none: without its end, a dump is not complete. */
class Ending {
  readonly #file: { readonly name: string; readonly blocks: AsyncIterable<Buffer> };
  readonly #dialect: Dialect;
  #ends: string | undefined;
  #tail = '';

  constructor(file: { readonly name: string; readonly blocks: AsyncIterable<Buffer> }, dialect: Dialect) {
    this.#file = file;
    this.#dialect = dialect;
  }

  async *blocks(): AsyncGenerator<Buffer> {
    let isFirst = true;
    for await (const block of this.#file.blocks) {
      if (isFirst) this.#recognise(block);
      isFirst = false;
      this.#tail = (this.#tail + block.subarray(-4_000).toString('latin1')).slice(-4_000);
      yield block;
    }
    if (isFirst) throw new SourceError(`${this.#file.name} is empty.`);
  }

  #recognise(block: Buffer): void {
    const { name } = this.#file;
    const start = block.subarray(0, 4_000).toString('latin1').replaceAll('\r\n', '\n');
    if (start.startsWith('PGDMP'))
      throw new SourceError(`${name} is in pg_dump's own format: make it with --format=plain.`);
    if (start.startsWith('\x1f\x8b')) throw new SourceError(`${name} is compressed: unpack it with gunzip first.`);
    const banner = BANNERS.find(({ begins }) => begins.test(start));
    if (banner && banner.dialect !== this.#dialect)
      throw new SourceError(
        `${name} is a dump of ${PROGRAM[banner.dialect]}: say --format freeradius-${banner.dialect}.`,
      );
    // MariaDB's first line may be followed by the banner, or by none.
    this.#ends = /^-- (MySQL|MariaDB) dump|^-- PostgreSQL database dump/m.test(start) ? banner?.ends : undefined;
  }

  check(): void {
    if (this.#ends !== undefined && !this.#tail.includes(this.#ends))
      throw new SourceError(
        `${this.#file.name} ends before its last line, “${this.#ends}”: it is not complete, make it again.`,
      );
  }
}

class StatementReader {
  readonly #tokens: Tokens;
  readonly #isWanted: (table: string) => boolean;
  /** The columns of tables that the dump creates. */
  readonly #columns = new Map<string, string[]>();

  constructor(tokens: Tokens, isWanted: (table: string) => boolean) {
    this.#tokens = tokens;
    this.#isWanted = isWanted;
  }

  async *rows(): AsyncGenerator<DumpRow> {
    const { text } = this.#tokens;
    while (await text.unit(() => this.#tokens.skipBlanks())) {
      const word = await text.unit(() => this.#begin());
      if (word === 'CREATE') await text.unit(() => this.#create());
      else if (word === 'INSERT' || word === 'REPLACE') yield* this.#insert();
      else if (word === 'COPY') yield* this.#copy();
      else if (word !== '') await this.#skipStatement();
    }
  }

  /** The first word of a statement; none for a line that is an order to the client. */
  #begin(): string {
    const { text } = this.#tokens;
    if (text.peek() === 0x5c || text.peek() === 0x3b) {
      if (text.peek() === 0x5c) text.takeLine();
      else text.take(1);
      return '';
    }
    const word = this.#tokens.next().value.toUpperCase();
    if (word !== 'DELIMITER') return word;
    text.takeLine();
    return '';
  }

  /** Also one that does not fit into memory: a table that nobody wants may be one statement. */
  async #skipStatement(): Promise<void> {
    const { text } = this.#tokens;
    const skipSome = () => {
      for (let count = 0; count < 1_000; count++) if (isSign(this.#tokens.next(), ';')) return true;
      return false;
    };
    while (!(await text.unit(skipSome)));
  }

  #skipRest(): void {
    for (let token = this.#tokens.next(); !isSign(token, ';'); ) token = this.#tokens.next();
  }

  #create(): void {
    let token = this.#tokens.next();
    if (!isWord(token, 'TABLE')) {
      while (!isSign(token, ';')) token = this.#tokens.next();
      return;
    }
    token = this.#tokens.next();
    while (isWord(token, 'IF') || isWord(token, 'NOT') || isWord(token, 'EXISTS')) token = this.#tokens.next();
    const [table, after] = this.#tableName(token);
    if (isSign(after, '(')) this.#columns.set(table, this.#columnNames());
    this.#skipRest();
  }

  #columnNames(): string[] {
    const columns: string[] = [];
    let depth = 1;
    let isFirst = true;
    while (depth > 0) {
      const token = this.#tokens.next();
      if (isFirst && (token.type === 'name' || (token.type === 'word' && !NO_COLUMN.test(token.value))))
        columns.push(token.value.toLowerCase());
      isFirst = depth === 1 && isSign(token, ',');
      if (isSign(token, '(')) depth += 1;
      if (isSign(token, ')')) depth -= 1;
    }
    return columns;
  }

  /** The last part of `schema.table`, and the token after it. */
  #tableName(first: Token): [table: string, after: Token] {
    let name = first.value;
    let token = this.#tokens.next();
    while (isSign(token, '.') || (token.type === 'word' && token.value.startsWith('.'))) {
      name = token.value.length > 1 ? token.value.slice(1) : this.#tokens.next().value;
      token = this.#tokens.next();
    }
    // An unquoted name is one word with its dots.
    return [(first.type === 'word' ? name.split('.').at(-1) : name)?.toLowerCase() ?? name, token];
  }

  async *#insert(): AsyncGenerator<DumpRow> {
    const { text } = this.#tokens;
    const into = await text.unit(() => this.#into());
    if (!into || !this.#isWanted(into.table)) {
      await this.#skipStatement();
      return;
    }
    const columns = into.columns ?? this.#columns.get(into.table);
    if (!columns)
      throw text.fault(
        `${into.table} has rows without the names of their columns: dump with the table definitions, or with --complete-insert (pg_dump: --column-inserts)`,
      );
    for (;;) {
      const { line, values } = await text.unit(() => this.#tuple());
      yield rowOf(text, { table: into.table, line, columns, values });
      const sign = await text.unit(() => this.#tokens.next());
      if (!isSign(sign, ',')) {
        if (!isSign(sign, ';')) await text.unit(() => this.#skipRest());
        return;
      }
    }
  }

  /** `INSERT … INTO table [(columns)] VALUES`; undefined for any other statement. */
  #into(): { table: string; columns: string[] | undefined } | undefined {
    let token = this.#tokens.next();
    while (token.type === 'word' && !isWord(token, 'INTO')) token = this.#tokens.next();
    if (!isWord(token, 'INTO')) return undefined;
    const [table, after] = this.#tableName(this.#tokens.next());
    const columns = isSign(after, '(') ? this.#columnNames() : undefined;
    let follows = columns ? this.#tokens.next() : after;
    while (isWord(follows, 'OVERRIDING') || isWord(follows, 'SYSTEM') || isWord(follows, 'VALUE'))
      follows = this.#tokens.next();
    return isWord(follows, 'VALUES') ? { table, columns } : undefined;
  }

  /** `(value, …)`. A value may have a sign before it or a cast after it. */
  #tuple(): { line: number; values: (string | null)[] } {
    this.#tokens.skipBlanks();
    const { line } = this.#tokens.text;
    if (!isSign(this.#tokens.next(), '(')) throw this.#tokens.text.fault('a row of values must begin with (');
    const values: (string | null)[] = [];
    let value: string | null | undefined;
    for (let depth = 1; depth > 0; ) {
      const token = this.#tokens.next();
      if (isSign(token, '(')) depth += 1;
      if (isSign(token, ')')) depth -= 1;
      if (depth === 0 || (depth === 1 && isSign(token, ','))) {
        values.push(value ?? null);
        value = undefined;
      } else if (value === undefined || value === '-')
        value = isWord(token, 'NULL') ? null : (value ?? '') + token.value;
    }
    return { line, values };
  }

  /** `COPY table (columns) FROM stdin;` and its lines up to `\.` */
  async *#copy(): AsyncGenerator<DumpRow> {
    const { text } = this.#tokens;
    const { table, columns } = await text.unit(() => {
      const [name, after] = this.#tableName(this.#tokens.next());
      const named = isSign(after, '(') ? this.#columnNames() : undefined;
      this.#skipRest();
      text.takeLine();
      return { table: name, columns: named };
    });
    for (;;) {
      const { line } = text;
      const copied = await text.unit(() => {
        text.peek();
        return text.takeLine();
      });
      if (copied === '\\.') return;
      if (!this.#isWanted(table)) continue;
      if (!columns) throw text.fault(`${table} is copied without the names of its columns`);
      yield rowOf(text, { table, line, columns, values: copied.split('\t').map(copiedValue) });
    }
  }
}

const isSign = ({ type, value }: Token, sign: string): boolean => type === 'sign' && value === sign;
const isWord = ({ type, value }: Token, word: string): boolean => type === 'word' && value.toUpperCase() === word;

const COPY_ESCAPES: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' };

function copiedValue(value: string): string | null {
  if (value === '\\N') return null;
  if (!value.includes('\\')) return value;
  return value.replace(/\\(?:x([0-9a-f]{1,2})|([0-7]{1,3})|([\s\S]))/gi, (_, hex, octal, other: string) => {
    if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16));
    if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8));
    return COPY_ESCAPES[other] ?? other;
  });
}

const UTF8 = new TextDecoder('utf-8', { fatal: true });
// biome-ignore lint/suspicious/noControlCharactersInRegex: the range of ASCII
const ASCII = /^[\x00-\x7f]*$/;

function rowOf(
  text: DumpText,
  {
    table,
    line,
    columns,
    values,
  }: { table: string; line: number; columns: readonly string[]; values: (string | null)[] },
): DumpRow {
  if (values.length !== columns.length)
    throw text.fault(`a row of ${table} has ${values.length} values for ${columns.length} columns`);
  const named: Record<string, string | null> = {};
  const damaged: string[] = [];
  for (const [at, column] of columns.entries()) {
    const value = values[at] ?? null;
    if (value === null || ASCII.test(value)) named[column] = value;
    else {
      try {
        named[column] = UTF8.decode(Buffer.from(value, 'latin1'));
      } catch {
        damaged.push(column);
      }
    }
  }
  return { table, line, values: named, damaged };
}
