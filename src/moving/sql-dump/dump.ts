import { type DumpFile, Ending } from './ending.ts';
import { Grammar } from './grammar.ts';
import { copiedValue, type DumpRow, rowOf } from './row.ts';
import { DumpText } from './text.ts';
import { type Dialect, isSign, Tokens } from './tokens.ts';

/**
 * The rows of the wanted tables of a plain dump, as `mysqldump`, `mariadb-dump` or `pg_dump` writes it, in the order of the file,
 * which is read block by block.
 * @throws SourceError if it is no such dump or not complete
 */
export async function* readDump(
  file: DumpFile,
  dialect: Dialect,
  isWanted: (table: string) => boolean,
): AsyncGenerator<DumpRow> {
  const ending = new Ending(file, dialect);
  const reader = new StatementReader(new Tokens(new DumpText(file.name, ending.blocks()), dialect), isWanted);
  yield* reader.rows();
  ending.check();
}

class StatementReader {
  readonly #tokens: Tokens;
  readonly #grammar: Grammar;
  readonly #isWanted: (table: string) => boolean;

  constructor(tokens: Tokens, isWanted: (table: string) => boolean) {
    this.#tokens = tokens;
    this.#grammar = new Grammar(tokens);
    this.#isWanted = isWanted;
  }

  async *rows(): AsyncGenerator<DumpRow> {
    const { text } = this.#tokens;
    while (await text.unit(() => this.#tokens.skipBlanks())) {
      const word = await text.unit(() => this.#begin());
      if (word === 'CREATE') await text.unit(() => this.#grammar.create());
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

  async *#insert(): AsyncGenerator<DumpRow> {
    const { text } = this.#tokens;
    const into = await text.unit(() => this.#grammar.into());
    if (!into || !this.#isWanted(into.table)) {
      await this.#skipStatement();
      return;
    }
    const columns = into.columns ?? this.#grammar.columns.get(into.table);
    if (!columns)
      throw text.fault(
        `${into.table} has rows without the names of their columns: dump with the table definitions, or with --complete-insert (pg_dump: --column-inserts)`,
      );
    for (;;) {
      const { line, values } = await text.unit(() => this.#grammar.tuple());
      yield rowOf(text, { table: into.table, line, columns, values });
      const sign = await text.unit(() => this.#tokens.next());
      if (!isSign(sign, ',')) {
        if (!isSign(sign, ';')) await text.unit(() => this.#grammar.skipRest());
        return;
      }
    }
  }

  /** `COPY table (columns) FROM stdin;` and its lines up to `\.` */
  async *#copy(): AsyncGenerator<DumpRow> {
    const { text } = this.#tokens;
    const { table, columns } = await text.unit(() => {
      const [name, after] = this.#grammar.tableName(this.#tokens.next());
      const named = isSign(after, '(') ? this.#grammar.columnNames() : undefined;
      this.#grammar.skipRest();
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
