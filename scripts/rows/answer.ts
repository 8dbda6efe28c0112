import pg from 'pg';

type Parse = (text: string) => unknown;

/** A column of an answer, as PostgreSQL describes it. Columns of rows that are arrays are named by their position. */
export interface Column {
  readonly name: string;
  readonly type: number;
  /** Makes the value of its text. */
  readonly parse: Parse;
}

export interface Answer {
  readonly columns: readonly Column[];
  readonly rows: readonly object[];
}

interface Described {
  addFields(fields: readonly { readonly name: string; readonly dataTypeID: number }[]): void;
  readonly rows: object[];
  readonly rowAsArray: boolean;
  readonly _parsers: readonly Parse[];
}

const described = new WeakMap<object, readonly Column[]>();

/** From now on the description of each answer is found by its rows, wherever they are handed on to. Returns what ends it. */
export function keepDescriptions(): () => void {
  const prototype: Described = pg.Result.prototype as never;
  const { addFields } = prototype;
  prototype.addFields = function (this: Described, fields) {
    addFields.call(this, fields);
    const columns = fields.map(({ name, dataTypeID }, at) => ({
      name: this.rowAsArray ? String(at) : name,
      type: dataTypeID,
      parse: this._parsers[at] ?? String,
    }));
    described.set(this.rows, columns);
  };
  return () => {
    prototype.addFields = addFields;
  };
}

/** The rows of what a read returned, and their columns: of rows, of an answer of `pg`, or of one row that was read before. */
export function answerOf(returned: unknown): Answer | undefined {
  if (typeof returned !== 'object' || returned === null) return undefined;
  const rows = 'rows' in returned && Array.isArray(returned.rows) ? returned.rows : returned;
  const columns = described.get(rows);
  if (!columns) return undefined;
  if (!Array.isArray(rows)) return { columns, rows: [rows] };
  // A function that reads one row returns it without its array.
  if (rows[0]) described.set(rows[0], columns);
  return { columns, rows };
}

const { builtins } = pg.types;

/** A text of each type whose values are not always texts. Other types are read as text. */
const SAMPLES = new Map<number, string>([
  [builtins.BOOL, 't'],
  [builtins.BYTEA, '\\x00'],
  ...[builtins.INT2, builtins.INT4, builtins.INT8, builtins.FLOAT4, builtins.FLOAT8, builtins.NUMERIC, 26].map(
    (type): [number, string] => [type, '1'],
  ),
  [builtins.DATE, '2026-01-31'],
  [builtins.TIMESTAMP, '2026-01-31 12:00:00'],
  [builtins.TIMESTAMPTZ, '2026-01-31 12:00:00+00'],
]);
const JSON_TYPES: readonly number[] = [builtins.JSON, builtins.JSONB];
/** Arrays of the above, and those that are read as arrays of texts. */
const ARRAY_SAMPLES = new Map<number, string>([
  [1000, '{t}'],
  [1001, '{"\\\\x00"}'],
  ...[1005, 1007, 1016, 1021, 1022, 1231, 1028].map((type): [number, string] => [type, '{1}']),
  ...[1182, 1115, 1185].map((type): [number, string] => [type, '{2026-01-31}']),
  ...[1009, 1014, 1015, 1041, 651, 2951, 1003].map((type): [number, string] => [type, '{a}']),
  ...[199, 3807].map((type): [number, string] => [type, '{}']),
]);

/** A value of the column's type, so that an answer without rows says its kind too; undefined for JSON, which may be anything. */
export function sampleOf({ type, parse }: Column): unknown {
  if (JSON_TYPES.includes(type)) return undefined;
  return parse(SAMPLES.get(type) ?? ARRAY_SAMPLES.get(type) ?? '');
}
