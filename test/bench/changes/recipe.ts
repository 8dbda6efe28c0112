import { isLate, type RowValues, type Value } from './row-values.ts';

/** A prepared statement, and where the values of its parameters come from. */
export interface Statement {
  readonly text: string;
  readonly values: readonly Value[];
  /** Number of the row whose new id it returns. */
  readonly returns: number | null;
}

/** What one call of the rival does, in one transaction. */
export type Recipe = readonly Statement[];

/**
 * One statement for each row: each after the rows whose new ids it needs, inserts before updates, so that rows that many
 * calls share are locked last. Where rows need each other's ids, a column is filled in by a further statement.
 */
export function recipeOf(rows: readonly RowValues[]): Recipe {
  const statements: Statement[] = [];
  const later: Statement[] = [];
  const written = new Set<number>();
  const waiting = [...rows].sort((left, right) => rank(left, rows) - rank(right, rows));
  const isReady = (value: Value) => value.kind !== 'inserted' || written.has(value.row);
  while (waiting.length > 0) {
    const ready = waiting.find(({ values }) => [...values.values()].every(isReady));
    const next =
      ready ?? waiting.find((row) => [...row.values].every(([name, value]) => isReady(value) || isLate(row, name)));
    if (!next) throw new Error(`rows of ${waiting.map(({ table }) => table.name)} need each other’s ids`);
    waiting.splice(waiting.indexOf(next), 1);
    const late = [...next.values].filter(([, value]) => !isReady(value));
    const now = new Map([...next.values, ...late.map(([name]) => [name, NULL] as const)]);
    statements.push(next.isUpdate ? update(next, now) : insert(next, now));
    if (late.length > 0) later.push(update(next, new Map(late)));
    written.add(next.number);
  }
  return [...statements, ...later];
}

/** A period ends before the next one begins: they must not overlap. Other updates come last. */
function rank({ table, isUpdate }: RowValues, rows: readonly RowValues[]): number {
  if (!isUpdate) return 1;
  return rows.some((other) => !other.isUpdate && other.table === table) ? 0 : 2;
}

const NULL: Value = { kind: 'constant', text: null };

function insert({ table, number }: RowValues, values: ReadonlyMap<string, Value>): Statement {
  const list = new Parameters();
  const places = [...values.values()].map((value) => list.add(value));
  const columns = [...values.keys()].map((name) => `"${name}"`);
  const identity = table.columns.find((column) => column.identity);
  const returning = identity ? ` RETURNING "${identity.name}"::text AS id` : '';
  return {
    text: `INSERT INTO ${table.name} (${columns.join(', ')}) VALUES (${places.join(', ')})${returning}`,
    values: list.values,
    returns: identity ? number : null,
  };
}

/** A row that was written as it was is written so again. */
function update({ table, key }: RowValues, values: ReadonlyMap<string, Value>): Statement {
  const list = new Parameters();
  const changes = [...values].map(([name, value]) => `"${name}" = ${list.add(value)}`);
  const same = table.key.map((name) => `"${name}" = "${name}"`);
  const where = [...key].map(([name, value]) => `"${name}" = ${list.add(value)}`);
  return {
    text: `UPDATE ${table.name} SET ${(changes.length > 0 ? changes : same).join(', ')} WHERE ${where.join(' AND ')}`,
    values: list.values,
    returns: null,
  };
}

class Parameters {
  readonly values: Value[] = [];

  /** The value in SQL. */
  add(value: Value): string {
    return value.kind === 'constant' && value.text === null ? 'NULL' : `$${this.values.push(value)}`;
  }
}
