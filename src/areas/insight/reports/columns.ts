import type { z } from 'zod';
import * as wire from '../../../core/wire/index.ts';

/** What the values of a column are. Amounts of money are of the ISP's currency; gigabytes are of 2^30 bytes. */
const KINDS = {
  day: () => wire.ymd(),
  month: () => wire.shown(),
  text: () => wire.shown(),
  id: () => wire.id(),
  ownerid: () => wire.ownerId(),
  count: () => wire.count(),
  money: () => wire.asStored(wire.money()),
  percent: () => wire.asStored(wire.percent()),
  gigabytes: () => wire.asStored(wire.gigabytes()),
};

export const COLUMN_KINDS = Object.keys(KINDS) as [ColumnKind, ...ColumnKind[]];
export type ColumnKind = keyof typeof KINDS;
type SchemaOf<K extends ColumnKind> = ReturnType<(typeof KINDS)[K]>;

export interface Column<S extends z.ZodType = z.ZodType, B extends boolean = boolean> {
  readonly kind: ColumnKind;
  /** As people read it. */
  readonly title: string;
  readonly schema: S;
  /** The sum of all rows is shown below them. */
  readonly summed: B;
  /** The column that says for people what this one says for programs: the name that goes with an id or a code. */
  readonly namedBy?: string;
}

export type Columns = Readonly<Record<string, Column>>;
export type RowShape<C extends Columns> = { [N in keyof C]: C[N]['schema'] };
export type TotalShape<C extends Columns> = {
  [N in keyof C as C[N] extends Column<z.ZodType, true> ? N : never]: C[N]['schema'];
};

export function plain<K extends ColumnKind>(kind: K, title: string): Column<SchemaOf<K>, false> {
  return { kind, title, schema: KINDS[kind]() as SchemaOf<K>, summed: false };
}

/** Null where there is none. */
export function orNone<K extends ColumnKind>(kind: K, title: string): Column<z.ZodNullable<SchemaOf<K>>, false> {
  return { kind, title, schema: KINDS[kind]().nullable() as unknown as z.ZodNullable<SchemaOf<K>>, summed: false };
}

/** An id or a code, with the column that people read instead. */
export const named = <C extends Column>(by: string, column: C): C => ({ ...column, namedBy: by });

export function summed<K extends 'count' | 'money' | 'gigabytes'>(kind: K, title: string): Column<SchemaOf<K>, true> {
  return { kind, title, schema: KINDS[kind]() as SchemaOf<K>, summed: true };
}
