import { isSign, isWord, type Token, type Tokens } from './tokens.ts';

/** What follows a column in CREATE TABLE. */
const NO_COLUMN = /^(PRIMARY|KEY|UNIQUE|CONSTRAINT|INDEX|FULLTEXT|SPATIAL|CHECK|FOREIGN|EXCLUDE|LIKE|PERIOD)$/i;

/** The parts of statements that fit into memory. */
export class Grammar {
  readonly tokens: Tokens;
  /** The columns of tables that the dump creates. */
  readonly columns = new Map<string, string[]>();

  constructor(tokens: Tokens) {
    this.tokens = tokens;
  }

  skipRest(): void {
    for (let token = this.tokens.next(); !isSign(token, ';'); ) token = this.tokens.next();
  }

  create(): void {
    let token = this.tokens.next();
    if (!isWord(token, 'TABLE')) {
      while (!isSign(token, ';')) token = this.tokens.next();
      return;
    }
    token = this.tokens.next();
    while (isWord(token, 'IF') || isWord(token, 'NOT') || isWord(token, 'EXISTS')) token = this.tokens.next();
    const [table, after] = this.tableName(token);
    if (isSign(after, '(')) this.columns.set(table, this.columnNames());
    this.skipRest();
  }

  columnNames(): string[] {
    const columns: string[] = [];
    let depth = 1;
    let isFirst = true;
    while (depth > 0) {
      const token = this.tokens.next();
      if (isFirst && (token.type === 'name' || (token.type === 'word' && !NO_COLUMN.test(token.value))))
        columns.push(token.value.toLowerCase());
      isFirst = depth === 1 && isSign(token, ',');
      if (isSign(token, '(')) depth += 1;
      if (isSign(token, ')')) depth -= 1;
    }
    return columns;
  }

  /** The last part of `schema.table`, and the token after it. */
  tableName(first: Token): [table: string, after: Token] {
    let name = first.value;
    let token = this.tokens.next();
    while (isSign(token, '.') || (token.type === 'word' && token.value.startsWith('.'))) {
      name = token.value.length > 1 ? token.value.slice(1) : this.tokens.next().value;
      token = this.tokens.next();
    }
    // An unquoted name is one word with its dots.
    return [(first.type === 'word' ? name.split('.').at(-1) : name)?.toLowerCase() ?? name, token];
  }

  /** `INSERT … INTO table [(columns)] VALUES`; undefined for any other statement. */
  into(): { table: string; columns: string[] | undefined } | undefined {
    let token = this.tokens.next();
    while (token.type === 'word' && !isWord(token, 'INTO')) token = this.tokens.next();
    if (!isWord(token, 'INTO')) return undefined;
    const [table, after] = this.tableName(this.tokens.next());
    const columns = isSign(after, '(') ? this.columnNames() : undefined;
    let follows = columns ? this.tokens.next() : after;
    while (isWord(follows, 'OVERRIDING') || isWord(follows, 'SYSTEM') || isWord(follows, 'VALUE'))
      follows = this.tokens.next();
    return isWord(follows, 'VALUES') ? { table, columns } : undefined;
  }

  /** `(value, …)`. A value may have a sign before it or a cast after it. */
  tuple(): { line: number; values: (string | null)[] } {
    this.tokens.skipBlanks();
    const { line } = this.tokens.text;
    if (!isSign(this.tokens.next(), '(')) throw this.tokens.text.fault('a row of values must begin with (');
    const values: (string | null)[] = [];
    let value: string | null | undefined;
    for (let depth = 1; depth > 0; ) {
      const token = this.tokens.next();
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
}
