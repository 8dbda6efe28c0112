type PlainColumn<Row, Context> = readonly [
  name: string,
  type: 'int' | 'bigint',
  value: (row: Row, context: Context) => number | bigint | null,
];
type TextColumn<Row, Context> = readonly [
  name: string,
  type: 'text' | 'inet' | 'date',
  value: (row: Row, context: Context) => string | null,
];

/** Name and SQL type of a column, and the value that a row has in it. */
export type Column<Row, Context = void> = PlainColumn<Row, Context> | TextColumn<Row, Context>;

/**
 * Many rows as parameters of one prepared statement, an array for each column. The table of columns yields both the
 * `unnest($1::int[], …)` of the statement and its parameters, so that the statement refers to columns by name only.
 * `Context` is what the values need besides the row.
 */
export class RowParameters<Row, Context = void> {
  readonly #columns: readonly Column<Row, Context>[];

  constructor(columns: readonly Column<Row, Context>[]) {
    this.#columns = columns;
  }

  /** The rows, for FROM. `ordinal` names a last column that numbers them from 1. */
  unnest(alias: string, ordinal?: string): string {
    const arrays = this.#columns.map(([, type], at) => `$${at + 1}::${type}[]`).join(', ');
    const names = this.#columns.map(([name]) => name);
    if (ordinal === undefined) return `unnest(${arrays}) AS ${alias} (${names.join(', ')})`;
    return `unnest(${arrays}) WITH ORDINALITY AS ${alias} (${[...names, ordinal].join(', ')})`;
  }

  /** A parameter of the statement after those of the columns; the first is number 1. */
  parameter(number: number, type: string): string {
    return `$${this.#columns.length + number}::${type}`;
  }

  values(rows: readonly Row[], context: Context): string[] {
    return this.#columns.map((column) =>
      isPlain(column) ? plainColumn(rows, column[2], context) : textColumn(rows, column[2], context),
    );
  }
}

function isPlain<Row, Context>(column: Column<Row, Context>): column is PlainColumn<Row, Context> {
  return column[1] === 'int' || column[1] === 'bigint';
}

/**
 * PostgreSQL array literals of columns, for `unnest($1::int[], $2::text[], …)`. `pg` could write them too, but it checks the
 * type of every element, which is most of the work of a large batch.
 */
type Of<T, V, C> = (row: T, context: C) => V | null;

/** Numbers and booleans, which need no quotes. */
export function plainColumn<T, C>(rows: readonly T[], of: Of<T, number | bigint | boolean, C>, context: C): string {
  let text = '{';
  for (let at = 0; at < rows.length; at++) {
    const value = of(rows[at] as T, context);
    text += at === 0 ? (value ?? 'NULL') : `,${value ?? 'NULL'}`;
  }
  return `${text}}`;
}

export function textColumn<T, C>(rows: readonly T[], of: Of<T, string, C>, context: C): string {
  let text = '{';
  for (let at = 0; at < rows.length; at++) {
    const value = of(rows[at] as T, context);
    if (at > 0) text += ',';
    text += value === null ? 'NULL' : `"${SPECIAL.test(value) ? value.replace(ALL_SPECIAL, '\\$&') : value}"`;
  }
  return `${text}}`;
}

/** The characters to escape inside quotes (PostgreSQL manual, section 8.15.6). */
const SPECIAL = /["\\]/;
const ALL_SPECIAL = /["\\]/g;
