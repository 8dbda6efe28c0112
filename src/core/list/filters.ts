import type { z } from 'zod';
import { raw, type Sql, sql } from '../../db/sql.ts';
import type { Scope } from '../scope.ts';
import * as wire from '../wire/index.ts';
import { endOfDay, nextSecond, startOfDay } from '../zone.ts';

/** What a filter may look at besides its value. */
export interface FilterContext {
  /** IANA name of the zone that calendar days are read in. */
  readonly zone: string;
  /** What the filter may look at besides the rows of the list. */
  readonly scope: Scope;
}

/** One documented filter: the kind of its value and the condition it puts on the rows. */
export interface Filter<S extends z.ZodType = z.ZodType> {
  readonly schema: S;
  condition(value: z.output<S>, context: FilterContext): Sql;
  /** Does the value leave so few rows, through an index, that one plan is right for all such values? */
  narrow?(value: z.output<S>): boolean;
}

export function filter<S extends z.ZodType>(
  schema: S,
  condition: (value: z.output<S>, context: FilterContext) => Sql,
  { narrow }: Pick<Filter<S>, 'narrow'> = {},
): Filter<S> {
  return narrow ? { schema, condition, narrow } : { schema, condition };
}

/** Equality. */
export const exact = <S extends z.ZodType>(schema: S, column: string) => filter(schema, equality(column));

/** Equality with what is of one record, or of a few (an id, a telephone number), in an indexed column. */
export const exactKey = <S extends z.ZodType>(schema: S, column: string) =>
  filter(schema, equality(column), { narrow: () => true });

function equality(column: string) {
  const target = raw(column);
  return (value: unknown) => sql`${target} = ${value}`;
}

/** Equality with an id, where 0 stands for "owned by the ISP itself" (NULL). */
export const ownedBy = (column: string) =>
  filter(wire.ownerId(), (value) => (value === 0 ? sql`${raw(column)} IS NULL` : sql`${raw(column)} = ${value}`));

/** Is the value one of the row's array? */
export const contains = <S extends z.ZodType>(schema: S, column: string) =>
  filter(schema, (value) => sql`${raw(column)} @> ARRAY[${value}]::text[]`);

/** `LIKE` metacharacters of the text itself are literal. */
const literal = (text: string) => text.replace(/[\\_%]/g, '\\$&');

/** Case-insensitive substring ("partial text", contract 1.1). */
export const partial = (column: string) =>
  filter(
    wire.described('a part of it, whatever its case', wire.text()),
    (value) => sql`${raw(column)} ILIKE ${`%${literal(value)}%`}`,
  );

/** The text a wildcard search looks for, as `LIKE` wants it: `%` matches any text, everything else is literal. */
const pattern = (value: string) => value.split('%').map(literal).join('%');

const wildcardText = () => wire.described('whatever its case; `%` stands for any text', wire.text());

/** Case-insensitive, and `%` matches any text (contract 1.1, "wildcard search"). */
export const wildcard = (column: string) =>
  filter(wildcardText(), (value) => sql`${raw(column)} ILIKE ${pattern(value)}`);

/**
 * A wildcard search of a column whose indexes are on `lower(column)`: unique for a value without `%` and for its beginning,
 * trigrams for its middle. `ILIKE`, which is the same comparison, could use neither.
 */
export const wildcardName = (column: string) =>
  filter(
    wildcardText(),
    (value) =>
      value.includes('%') ? sql`lower(${raw(column)}) LIKE lower(${pattern(value)})` : sameName(column, value),
    { narrow: (value) => !value.includes('%') },
  );

/** Equality whatever the case, in a column whose index is on `lower(column)`. */
export const exactName = (column: string) =>
  filter(wire.described('whatever its case', wire.text()), (value) => sameName(column, value));

export const sameName = (column: string, value: string): Sql => sql`lower(${raw(column)}) = lower(${value})`;

const SQL_OPERATOR = { '<': sql`<`, '<=': sql`<=`, '>': sql`>`, '>=': sql`>=`, '=': sql`=` } as const;

/** A value behind an optional comparison operator. `toColumn` turns it into the column's unit. */
export function compare<S extends z.ZodType>(schema: S, column: string | Sql, toColumn?: (value: Sql) => Sql) {
  const target = typeof column === 'string' ? raw(column) : column;
  return filter(wire.comparison(schema), (given) => {
    const { op, value } = wire.comparisonOf<unknown>(given);
    const operand = sql`${value}`;
    return sql`${target} ${SQL_OPERATOR[op]} ${toColumn ? toColumn(operand) : operand}`;
  });
}

/** A comparison of instants: `=` means within that second, the precision of a documented timestamp. */
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

/** `_from` and `_upto` of a column that holds days itself: inclusive, and in no time zone. */
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

/** Filters over a related table: the inner condition inside one EXISTS, of records that the caller sees. */
export const through = <S extends z.ZodType>(inner: Filter<S>, exists: (condition: Sql, scope: Scope) => Sql) =>
  filter(inner.schema, (value, context) => exists(inner.condition(value, context), context.scope));
