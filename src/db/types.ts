import pg from 'pg';

type Parse = (text: string) => unknown;

const { builtins } = pg.types;
const TEXT_ARRAY: number = 1009;
const textArray: Parse = pg.types.getTypeParser(TEXT_ARRAY, 'text');
const instant: Parse = pg.types.getTypeParser(builtins.TIMESTAMPTZ, 'text');

/** An exact number or an error: a count or an id of ours never gets near 2^53, and a rounded one must not pass. */
function wholeNumber(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is too large for a number`);
  return value;
}

const asText: Parse = (text) => text;

const scalars: [oid: number, arrayOid: number, parse: Parse][] = [
  [builtins.INT8, 1016, wholeNumber],
  [builtins.NUMERIC, 1231, asText],
  [builtins.DATE, 1182, asText],
  [builtins.INET, 1041, asText],
  [builtins.CIDR, 651, asText],
  [builtins.INTERVAL, 1187, asText],
  [builtins.TIMESTAMP, 1115, (text) => instant(`${text}+00`)],
];

const parsers = new Map<number, Parse>(
  scalars.flatMap(([oid, arrayOid, parse]) => [
    [oid, parse],
    [arrayOid, (text: string) => each(textArray(text), parse)],
  ]),
);

function each(value: unknown, parse: Parse): unknown {
  if (Array.isArray(value)) return value.map((item) => each(item, parse));
  return typeof value === 'string' ? parse(value) : value;
}

/**
 * How raw SQL reads a column: int8 and count(*) as number (an error beyond 2^53), numeric as exact text, date as
 * 'yyyy-mm-dd', timestamptz and timestamp (taken as UTC) as Date, inet, cidr and interval as text, json parsed, bytea as
 * Buffer; arrays likewise. Prisma's own queries do not pass here: there int8 is a bigint, numeric a Decimal, date a Date.
 */
export const columnTypes: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    const own = format === 'binary' ? undefined : parsers.get(oid);
    return own ?? pg.types.getTypeParser(oid, format ?? 'text');
  },
};
