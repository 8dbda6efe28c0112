import type { z } from 'zod';
import { raw, type Sql, sql } from '../../db/sql.ts';
import type { Scope } from '../scope.ts';
import * as wire from '../wire/index.ts';
import { endOfDay, nextSecond, startOfDay } from '../zone.ts';

/** What a filter may use in addition to its value. */
export interface FilterContext {
  /** IANA name of the time zone of calendar days. */
  readonly zone: string;
  /** For filters that read other tables. */
  readonly scope: Scope;
}

/** A documented filter: the kind of its value, and the SQL condition on the rows. */
export interface Filter<S extends z.ZodType = z.ZodType> {
  readonly schema: S;
  condition(value: z.output<S>, context: FilterContext): Sql;
  /** Does the value select so few rows, through an index, that one generic plan suits all such values? */
  isSelective?(value: z.output<S>): boolean;
}

export function filter<S extends z.ZodType>(
  schema: S,
  condition: (value: z.output<S>, context: FilterContext) => Sql,
  { isSelective }: Pick<Filter<S>, 'isSelective'> = {},
): Filter<S> {
  return isSelective ? { schema, condition, isSelective } : { schema, condition };
}

/** Equality. */
export const exact = <S extends z.ZodType>(schema: S, column: string) => filter(schema, equality(column));

/** Equality in an indexed column whose values select few records each (an id, a telephone number). */
export const exactKey = <S extends z.ZodType>(schema: S, column: string) =>
  filter(schema, equality(column), { isSelective: () => true });

function equality(column: string) {
  const target = raw(column);
  return (value: unknown) => sql`${target} = ${value}`;
}

/** Equality with a reseller's id; 0 means owned by the ISP itself (NULL). */
export const ownedBy = (column: string) =>
  filter(wire.ownerId(), (value) => (value === 0 ? sql`${raw(column)} IS NULL` : sql`${raw(column)} = ${value}`));

/** The row's array contains the value. */
export const contains = <S extends z.ZodType>(schema: S, column: string) =>
  filter(schema, (value) => sql`${raw(column)} @> ARRAY[${value}]::text[]`);

/** Escapes `LIKE` metacharacters. */
const literal = (text: string) => text.replace(/[\\_%]/g, '\\$&');

/** Case-insensitive substring ("partial text", contract 1.1). */
export const partial = (column: string) =>
  filter(
    wire.described('a part of it, whatever its case', wire.text()),
    (value) => sql`${raw(column)} ILIKE ${`%${literal(value)}%`}`,
  );

/** A `LIKE` pattern in which only `%` is a wildcard. */
const pattern = (value: string) => value.split('%').map(literal).join('%');

const wildcardText = () => wire.described('whatever its case; `%` stands for any text', wire.text());

/** Case-insensitive; `%` matches any text (contract 1.1, "wildcard search"). */
export const wildcard = (column: string) =>
  filter(wildcardText(), (value) => sql`${raw(column)} ILIKE ${pattern(value)}`);

/**
 * A wildcard search of a column with indexes on `lower(column)`: a unique one for values without `%` and for prefixes, and a
 * trigram index for the rest. `ILIKE`, which means the same, could use neither.
 */
export const wildcardName = (column: string) =>
  filter(
    wildcardText(),
    (value) =>
      value.includes('%') ? sql`lower(${raw(column)}) LIKE lower(${pattern(value)})` : sameName(column, value),
    { isSelective: (value) => !value.includes('%') },
  );

/** Case-insensitive equality, in a column with an index on `lower(column)`. */
export const exactName = (column: string) =>
  filter(wire.described('whatever its case', wire.text()), (value) => sameName(column, value));

export const sameName = (column: string, value: string): Sql => sql`lower(${raw(column)}) = lower(${value})`;

const SQL_OPERATOR = { '<': sql`<`, '<=': sql`<=`, '>': sql`>`, '>=': sql`>=`, '=': sql`=` } as const;

/** A value with an optional comparison operator. `toColumn` converts it to the column's unit. */
export function compare<S extends z.ZodType>(schema: S, column: string | Sql, toColumn?: (value: Sql) => Sql) {
  const target = typeof column === 'string' ? raw(column) : column;
  return filter(wire.comparison(schema), (given) => {
    const { op, value } = wire.comparisonOf<unknown>(given);
    const operand = sql`${value}`;
    return sql`${target} ${SQL_OPERATOR[op]} ${toColumn ? toColumn(operand) : operand}`;
  });
}

/** A comparison of instants. `=` means within that second, the precision of documented timestamps. */
export function compareInstant(column: string) {
  const target = raw(column);
  return filter(wire.comparison(wire.timestamp()), (given) => {
    const { op, value } = wire.comparisonOf<Date>(given);
    const next = nextSecond(value);
    if (op === '=') return sql`(${target} >= ${value} AND ${target} < ${next})`;
    if (op === '<') return sql`${target} < ${value}`;
    if (op === '>=') return sql`${target} >= ${value}`;
    return op === '<=' ? sql`${target} < ${next}` : sql`${target} >= ${next}`;
  });
}

/** `_from` and `_upto`: inclusive days in the ISP's time zone. */
export function fromUpto<const N extends string>(stem: N, column: string) {
  const target = raw(column);
  const filters = {
    [`${stem}_from`]: filter(
      wire.described('from the beginning of that day', wire.ymd()),
      (day, { zone }) => sql`${target} >= ${startOfDay(day, zone)}`,
    ),
    [`${stem}_upto`]: filter(
      wire.described('to the end of that day', wire.ymd()),
      (day, { zone }) => sql`${target} < ${endOfDay(day, zone)}`,
    ),
  };
  return filters as Record<`${N}_from` | `${N}_upto`, Filter<ReturnType<typeof wire.ymd>>>;
}

/** `_from` and `_upto` of a column of days: inclusive, without a time zone. */
export function daysFromUpto<const N extends string>(stem: N, column: string) {
  const target = raw(column);
  const filters = {
    [`${stem}_from`]: filter(
      wire.described('from the beginning of that day', wire.ymd()),
      (day) => sql`${target} >= ${day}::date`,
    ),
    [`${stem}_upto`]: filter(
      wire.described('to the end of that day', wire.ymd()),
      (day) => sql`${target} <= ${day}::date`,
    ),
  };
  return filters as Record<`${N}_from` | `${N}_upto`, Filter<ReturnType<typeof wire.ymd>>>;
}

/** `_on`, `_from` and `_upto` of one stem (contract 4.8). */
export function onFromUpto<const N extends string>(stem: N, column: string) {
  const target = raw(column);
  const on = filter(
    wire.ymd(),
    (day, { zone }) => sql`(${target} >= ${startOfDay(day, zone)} AND ${target} < ${endOfDay(day, zone)})`,
  );
  return { [`${stem}_on`]: on, ...fromUpto(stem, column) } as Record<
    `${N}_on` | `${N}_from` | `${N}_upto`,
    Filter<ReturnType<typeof wire.ymd>>
  >;
}

/** A filter on a related table: `exists` wraps the condition of `inner` in an EXISTS, limited to the caller's scope. */
export const through = <S extends z.ZodType>(inner: Filter<S>, exists: (condition: Sql, scope: Scope) => Sql) =>
  filter(inner.schema, (value, context) => exists(inner.condition(value, context), context.scope));
