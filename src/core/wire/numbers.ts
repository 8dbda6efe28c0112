import { z } from 'zod';
import { bare, kind, sentence, type TextForm } from './kind.ts';

const INT4_MAX = 2_147_483_647;

const asNumber = (text: string): unknown => (/^-?\d{1,15}$/.test(text.trim()) ? Number(text) : text);
const asText = (value: number): string => String(value);

function whole(min: number, max: number, problem: string) {
  return z.int(sentence(problem)).min(min, sentence(problem)).max(max, sentence(problem));
}

const bounds = (min: number, max: number) => `from ${min} to ${max}`;

/** A whole number within bounds, written as decimal text. */
export function wholeNumber(min: number, max: number) {
  return kind(whole(min, max, `must be a whole number ${bounds(min, max)}`), {
    parse: asNumber,
    render: asText,
    document: { type: 'string', pattern: '^-?\\d+$', example: String(min), description: bounds(min, max) },
  });
}

/** The id of a record. */
export function id() {
  return kind(whole(1, INT4_MAX, 'must be the id of a record, a whole number above 0'), {
    parse: asNumber,
    render: asText,
    document: { type: 'string', pattern: '^\\d+$', example: '1' },
  });
}

/** The id of a reseller, or 0 for what the ISP owns itself. */
export function ownerId() {
  return kind(whole(0, INT4_MAX, 'must be the id of a record, or 0'), {
    parse: asNumber,
    render: asText,
    document: { type: 'string', pattern: '^\\d+$', example: '0', description: '0 for what the ISP owns itself' },
  });
}

/** A count or a new id in a result: a JSON integer at both doors (contract 4, "new record id (integer)"). */
export function count() {
  return kind(z.int(), {
    parse: asNumber,
    render: (value: number) => value,
    document: { type: 'integer', example: 1 },
  });
}

/** A number of any size up to 2^53 in a result (seconds, bytes), rendered as decimal text. */
export function amount() {
  return kind(z.number(), { parse: asNumber, render: asText, document: { type: 'string', example: '0' } });
}

export interface DecimalBounds {
  readonly places: number;
  readonly min?: number;
  readonly max?: number;
}

/** An exact decimal, a text such as `12.50` at both doors: a JavaScript number cannot carry money. */
export function decimal({ places, min = 0, max = 999_999_999_999 }: DecimalBounds) {
  const pattern = new RegExp(`^-?\\d{1,12}(\\.\\d{1,${places}})?$`);
  const problem = `must be a number ${bounds(min, max)} with at most ${places} decimals`;
  const within = (text: string) => pattern.test(text) && Number(text) >= min && Number(text) <= max;
  const form: TextForm = {
    parse: (text) => text,
    render: (value: string) => value,
    document: { type: 'string', pattern: pattern.source, example: Math.max(0, min).toFixed(places) },
  };
  const description = `${bounds(min, max)}, with at most ${places} decimals`;
  const checked = z.string(sentence(problem)).trim().refine(within, { error: problem });
  const schema = kind(checked, { ...form, document: { ...form.document, description } });
  stored.set(schema, kind(z.string(), form));
  return schema;
}

/** Of each decimal the schema of what is stored: bounds are for what comes in, and a sum may well be beyond them. */
const stored = new WeakMap<z.core.$ZodType, z.ZodString>();

/** The schema of a field that is read from the database. */
export function asStored<S extends z.ZodType>(schema: S): S {
  const unbounded = stored.get(bare(schema));
  if (!unbounded) return schema;
  return (schema instanceof z.ZodNullable ? unbounded.nullable() : unbounded) as unknown as S;
}

/** The most that one amount may be: a hundredth of what the columns hold, so that sums of them fit. */
export const MAX_MONEY = 9_999_999_999.99;

/** An amount of money with two decimals (contract 2.1), or of credits. */
export const money = (bounds: Omit<DecimalBounds, 'places'> = {}) => decimal({ places: 2, max: MAX_MONEY, ...bounds });
export const percent = () => decimal({ places: 2, min: 0, max: 100 });
/** Gigabytes of 2^30 bytes. */
export const gigabytes = () => decimal({ places: 3, max: 999_999_999 });
