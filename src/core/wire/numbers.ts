import { z } from 'zod';
import { errorText, kind, type TextForm, unwrapped } from './kind.ts';

const INT4_MAX = 2_147_483_647;

const asNumber = (text: string): unknown => (/^-?\d{1,15}$/.test(text.trim()) ? Number(text) : text);
const asText = (value: number): string => String(value);

function whole(min: number, max: number, problem: string) {
  return z.int(errorText(problem)).min(min, errorText(problem)).max(max, errorText(problem));
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

/** The id of a reseller, or 0 for the ISP itself. */
export function ownerId() {
  return kind(whole(0, INT4_MAX, 'must be the id of a record, or 0'), {
    parse: asNumber,
    render: asText,
    document: { type: 'string', pattern: '^\\d+$', example: '0', description: '0 for records of the ISP itself' },
  });
}

/** A count or a new id in a result: a JSON integer in both APIs (contract 4, "new record id (integer)"). */
export function count() {
  return kind(z.int(), {
    parse: asNumber,
    render: (value: number) => value,
    document: { type: 'integer', example: 1 },
  });
}

/** A number up to 2^53 in a result (seconds, bytes), as decimal text. */
export function amount() {
  return kind(z.number(), { parse: asNumber, render: asText, document: { type: 'string', example: '0' } });
}

export interface DecimalBounds {
  readonly places: number;
  readonly min?: number;
  readonly max?: number;
}

/** An exact decimal, text such as `12.50` in both APIs, since a JavaScript number cannot represent money exactly. */
export function decimal({ places, min = 0, max = 999_999_999_999 }: DecimalBounds) {
  const pattern = new RegExp(`^-?\\d{1,12}(\\.\\d{1,${places}})?$`);
  const problem = `must be a number ${bounds(min, max)} with at most ${places} decimals`;
  const isWithin = (text: string) => pattern.test(text) && Number(text) >= min && Number(text) <= max;
  const form: TextForm = {
    parse: (text) => text,
    render: (value: string) => value,
    document: { type: 'string', pattern: pattern.source, example: Math.max(0, min).toFixed(places) },
  };
  const description = `${bounds(min, max)}, with at most ${places} decimals`;
  const checked = z.string(errorText(problem)).trim().refine(isWithin, { error: problem });
  const schema = kind(checked, { ...form, document: { ...form.document, description } });
  stored.set(schema, kind(z.string(), form));
  return schema;
}

/** For each decimal its unbounded schema: bounds apply to input, while stored sums may exceed them. */
const stored = new WeakMap<z.core.$ZodType, z.ZodString>();

/** The schema of a field as read from the database: without bounds. */
export function asStored<S extends z.ZodType>(schema: S): S {
  const unbounded = stored.get(unwrapped(schema));
  if (!unbounded) return schema;
  return (schema instanceof z.ZodNullable ? unbounded.nullable() : unbounded) as unknown as S;
}

/** The largest single amount: a hundredth of the columns' range, so that sums fit. */
export const MAX_MONEY = 9_999_999_999.99;

/** An amount of money, or of credits, with two decimals (contract 2.1). */
export const money = (bounds: Omit<DecimalBounds, 'places'> = {}) => decimal({ places: 2, max: MAX_MONEY, ...bounds });
export const percent = () => decimal({ places: 2, min: 0, max: 100 });
/** Gigabytes of 2^30 bytes. */
export const gigabytes = () => decimal({ places: 3, max: 999_999_999 });
