import pg from 'pg';

type Parse = (text: string) => unknown;

const { builtins } = pg.types;
const TEXT_ARRAY: number = 1009;
const textArray: Parse = pg.types.getTypeParser(TEXT_ARRAY, 'text');
const instant: Parse = pg.types.getTypeParser(builtins.TIMESTAMPTZ, 'text');

/** @throws RangeError above 2^53: our counts and ids never get near it, and a rounded one would be wrong. */
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
 * The JavaScript values of raw SQL: int8 and count(*) are numbers (an error above 2^53), numeric is exact text, date is
 * 'yyyy-mm-dd', timestamptz and timestamp (read as UTC) are Dates, inet, cidr and interval are text, json is parsed, bytea
 * is a Buffer; arrays likewise. Prisma's own queries differ: int8 is a bigint, numeric a Decimal, date a Date.
 */
export const columnTypes: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    const own = format === 'binary' ? undefined : parsers.get(oid);
    return own ?? pg.types.getTypeParser(oid, format ?? 'text');
  },
};
