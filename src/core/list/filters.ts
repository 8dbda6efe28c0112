import type { z } from 'zod';
import { raw, type Sql, sql } from '../../db/sql.ts';
import type { Permission } from '../access/permission.ts';
import type { ForScope, Scope } from '../tenancy/scope.ts';
import * as wire from '../wire/index.ts';
import { endOfDay, nextSecond, startOfDay } from '../zone.ts';

/** What a filter may use in addition to its value. */
export interface FilterContext {
  /** IANA name of the time zone of calendar days. */
  readonly zone: string;
  /** For filters that read other tables. */
  readonly scope: Scope;
}

/** The values of all given filters, by name. */
export type Given = Readonly<Record<string, unknown>>;

interface Traits<V> {
  /** Does the value, with the others given, select so few rows, by an index, that one generic plan suits all such values? */
  isSelective?(value: V, given: Given): boolean;
  /** The column that must equal the value, if that is the whole condition. */
  readonly equals?: string;
}

/** A documented filter: the kind of its value, and the SQL condition on the rows. */
export interface Filter<S extends z.ZodType = z.ZodType> extends Traits<z.output<S>> {
  /** The filter for a caller with these permissions, if it looks into more than every reader of the list may see. */
  forCaller?(permissions: ReadonlySet<Permission>): Filter<S>;
  readonly schema: S;
  condition(value: z.output<S>, context: FilterContext): Sql;
}

export function filter<S extends z.ZodType>(
  schema: S,
  condition: (value: z.output<S>, context: FilterContext) => Sql,
  traits: Traits<z.output<S>> & Pick<Filter<S>, 'forCaller'> = {},
): Filter<S> {
  return { schema, condition, ...traits };
}

/** Equality. A column that depends on the caller equals only what it shows them. */
export const exact = <S extends z.ZodType>(schema: S, column: string | ForScope) =>
  typeof column === 'string'
    ? filter(schema, equality(column), { equals: column })
    : filter(schema, (value, { scope }) => sql`${column(scope)} = ${value}`);

/** Equality in an indexed column whose values select few records each (an id, a telephone number). */
export const exactKey = <S extends z.ZodType>(schema: S, column: string) =>
  filter(schema, equality(column), { equals: column, isSelective: () => true });

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
export function fromUpto<const N extends string>(stem: N, column: string, traits: Traits<string> = {}) {
  const target = raw(column);
  const filters = {
    [`${stem}_from`]: filter(
      wire.described('from the beginning of that day', wire.ymd()),
      (day, { zone }) => sql`${target} >= ${startOfDay(day, zone)}`,
      traits,
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

/** A week: rarely has an ISP so many rows in it that a plan for the values saves more than the planning takes. */
const BRIEF_MS = 7 * 86_400_000;

/** `_on`, `_from` and `_upto` of one stem (contract 4.8), of a column with an index within the ISP. */
export function onFromUpto<const N extends string>(stem: N, column: string) {
  const target = raw(column);
  const isBrief = (from: string, given: Given) =>
    Date.parse(String(given[`${stem}_upto`])) - Date.parse(from) < BRIEF_MS;
  const on = filter(
    wire.ymd(),
    (day, { zone }) => sql`(${target} >= ${startOfDay(day, zone)} AND ${target} < ${endOfDay(day, zone)})`,
    { isSelective: () => true },
  );
  return { [`${stem}_on`]: on, ...fromUpto(stem, column, { isSelective: isBrief }) } as Record<
    `${N}_on` | `${N}_from` | `${N}_upto`,
    Filter<ReturnType<typeof wire.ymd>>
  >;
}

/** A filter on a related table: `exists` wraps the condition of `inner` in an EXISTS, limited to the caller's scope. */
export const through = <S extends z.ZodType>(inner: Filter<S>, exists: (condition: Sql, scope: Scope) => Sql) =>
  filter(inner.schema, (value, context) => exists(inner.condition(value, context), context.scope));
