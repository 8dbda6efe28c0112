/** Values by field of the schema. */
export type Row = Readonly<Record<string, unknown>>;

/** The fields that all rows have. @throws TypeError if they differ: what only some rows have would be lost without a word */
export function fieldsOf(table: string, [first, ...others]: readonly [Row, ...Row[]]): string[] {
  const fields = Object.keys(first);
  for (const row of others) {
    const own = Object.keys(row);
    if (own.length === fields.length && own.every((field) => field in first)) continue;
    const [odd] = [...own.filter((field) => !(field in first)), ...fields.filter((field) => !(field in row))];
    throw new TypeError(`rows for ${table} have different columns: not all have ${odd}; use null for an empty one`);
  }
  return fields;
}

const columns = new Map<string, string>();

/** `ispId` is `isp_id`. */
export function columnOf(field: string): string {
  const known = columns.get(field);
  if (known !== undefined) return known;
  const column = field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  columns.set(field, column);
  return column;
}

/** The rows as JSON for `jsonb_populate_recordset`. */
export function jsonOf(rows: readonly Row[], fields: readonly string[]): string {
  const named = fields.map((field) => [field, columnOf(field)] as const);
  const records = rows.map((row) => {
    const record: Record<string, unknown> = {};
    for (const [field, column] of named) record[column] = encoded(field, row[field]);
    return record;
  });
  return JSON.stringify(records);
}

function encoded(field: string, value: unknown): unknown {
  if (value === undefined) throw new TypeError(`${field} of a row is undefined; NULL is null`);
  if (typeof value === 'bigint') return String(value);
  return value instanceof Uint8Array ? `\\x${Buffer.from(value).toString('hex')}` : value;
}
