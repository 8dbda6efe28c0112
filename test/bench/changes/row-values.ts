import type { Column, Table } from './catalog.ts';
import type { Target } from './changes.ts';
import { nameOf } from './targets.ts';
import { withUniques } from './unique-values.ts';
import type { WrittenRow } from './written-rows.ts';

/** Where the rival takes a value from, in each call. */
export type Value =
  | { readonly kind: 'constant'; readonly text: string | null }
  /** An id of the call's target, after a prefix. */
  | { readonly kind: 'target'; readonly name: string; readonly prefix: string }
  /** The id of a row that the call inserted, after a prefix. */
  | { readonly kind: 'inserted'; readonly row: number; readonly prefix: string }
  /** Another value in each call. */
  | { readonly kind: 'unique'; readonly text: string; readonly numeric: boolean };

/** A written row with the origin of its values. */
export interface RowValues {
  readonly number: number;
  readonly table: Table;
  readonly isUpdate: boolean;
  /** Of an inserted row every column but its new id, of an updated one those that differ. */
  readonly values: ReadonlyMap<string, Value>;
  /** What finds the row. */
  readonly key: ReadonlyMap<string, Value>;
}

/** A call that was recorded. */
export interface Recording {
  readonly rows: readonly WrittenRow[];
  readonly target: Target;
  /** The id of the target that no other call has. */
  readonly once: string | undefined;
  /** Before the call, in milliseconds since the epoch. */
  readonly startedAt: number;
}

/** @throws Error for an id that belongs neither to the target nor to a new row: the rival would write it for every target */
export function rowValues(recording: Recording): RowValues[] {
  return recording.rows.map((written, number) => {
    const origins = new Origins(recording, written);
    const { table, before, row } = written;
    const columns = table.columns.filter(({ name, identity }) => (before ? row[name] !== before[name] : !identity));
    const all = columns.map((column) => [column.name, origins.of(column)] as const);
    const values = before ? new Map(all) : withUniques(written, new Map(all), recording.once);
    const key = table.key.map((name) => [name, origins.ofKey(name)] as const);
    return { number, table, isUpdate: before !== null, values, key: new Map(key) };
  });
}

/** Can the column of an inserted row be filled in later? */
export function isLate({ table, isUpdate }: RowValues, name: string): boolean {
  return !isUpdate && table.columns.some((column) => column.name === name && column.nullable);
}

/** Columns that refer to rows of several tables. */
const POLYMORPHIC = { table: 'auth.audit_change', id: 'row_id', names: 'table_name' };

class Origins {
  readonly #recording: Recording;
  readonly #written: WrittenRow;

  constructor(recording: Recording, written: WrittenRow) {
    this.#recording = recording;
    this.#written = written;
  }

  of({ name, type }: Column): Value {
    const { table, row } = this.#written;
    const text = row[name] ?? null;
    const constant = { kind: 'constant', text } as const;
    if (text === null) return constant;
    const reference = table.references.get(name);
    if (reference !== undefined) return this.#required(reference, name, text);
    if (table.name === POLYMORPHIC.table && name === POLYMORPHIC.id)
      return this.#find(row[POLYMORPHIC.names] ?? '', text) ?? constant;
    if (type.startsWith('timestamp') && Date.parse(text) >= this.#recording.startedAt)
      return { kind: 'constant', text: 'now' };
    return type === 'text' ? (this.#ofKeyText(text) ?? constant) : constant;
  }

  ofKey(name: string): Value {
    const { table, row } = this.#written;
    const text = row[name] ?? null;
    const reference = table.references.get(name) ?? (name === 'id' ? table.name : undefined);
    return reference === undefined || text === null
      ? { kind: 'constant', text }
      : this.#required(reference, name, text);
  }

  #required(reference: string, name: string, id: string): Value {
    const value = this.#find(reference, id);
    if (!value) throw new Error(`${this.#written.table.name}.${name} is ${id}, which is no id of the target`);
    return value;
  }

  #find(reference: string, id: string): Value | undefined {
    const row = this.#recording.rows.findIndex(
      (other) => !other.before && other.table.name === reference && other.table.key.length === 1 && other.row.id === id,
    );
    if (row >= 0) return { kind: 'inserted', row, prefix: '' };
    const name = nameOf(this.#recording.target, reference, id);
    return name === undefined ? undefined : { kind: 'target', name, prefix: '' };
  }

  /** A text such as `service:17` has the id of another column in it. */
  #ofKeyText(text: string): Value | undefined {
    const { table, row } = this.#written;
    for (const [name, reference] of table.references) {
      const id = row[name];
      const value = id && text.endsWith(`:${id}`) ? this.#find(reference, id) : undefined;
      if (value && value.kind !== 'constant' && value.kind !== 'unique')
        return { ...value, prefix: text.slice(0, text.length - (id?.length ?? 0)) };
    }
    return undefined;
  }
}
