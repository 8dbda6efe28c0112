import { z } from 'zod';
import { formOf, type TextForm } from '../core/wire/index.ts';
import type { TextCall } from './routes.ts';

/** The flat parameters of a request. JSON bodies may contain numbers, booleans and arrays; forms only text. */
export type FlatParameters = ReadonlyMap<string, unknown>;

/** Parameter names that the contract uses interchangeably. */
const ALIASES: Readonly<Record<string, string>> = {
  lc: 'location_code',
  slc: 'sub_location_code',
  location_code: 'lc',
  sub_location_code: 'slc',
};

export interface Decoded {
  readonly input: Record<string, unknown>;
  /** Unknown parameters: reported, not rejected, since old clients send cache-busters. */
  readonly ignored: readonly string[];
}

/** Converts documented texts to the procedure's native values. Malformed texts are left for the schema to reject. */
export function decode(route: TextCall, parameters: FlatParameters, zone: string): Decoded {
  const input: Record<string, unknown> = {};
  const ignored: string[] = [];
  for (const [sent, value] of parameters) {
    const name = parameterName(route, sent, parameters);
    const schema = name === undefined ? undefined : route.parameters[name];
    if (name === undefined || !schema) {
      ignored.push(sent);
      continue;
    }
    const native = nativeValue(schema, value, { zone, clears: route.meta.updates !== undefined });
    if (native !== undefined) input[name] = native;
  }
  return { input, ignored };
}

function parameterName(route: TextCall, sent: string, parameters: FlatParameters): string | undefined {
  if (Object.hasOwn(route.parameters, sent)) return sent;
  const alias = Object.hasOwn(ALIASES, sent) ? ALIASES[sent] : undefined;
  return alias && Object.hasOwn(route.parameters, alias) && !parameters.has(alias) ? alias : undefined;
}

function nativeValue(schema: z.ZodType, value: unknown, { zone, clears }: { zone: string; clears: boolean }): unknown {
  if (value === null || value === '') return clears ? cleared(schema) : undefined;
  const form = formOf(schema);
  return form ? parse(form, value, zone) : value;
}

/** A JSON array is the same as a comma-separated text; the schema rejects it for kinds of a single value. */
function parse(form: TextForm, value: unknown, zone: string): unknown {
  if (Array.isArray(value)) return value.flatMap((item) => (Array.isArray(item) ? [item] : parse(form, item, zone)));
  if (typeof value === 'string' || typeof value === 'number') return form.parse(String(value), zone);
  return value;
}

/** Empty text in an update: null for a nullable field, else the empty text, which the schema rejects. */
function cleared(schema: z.ZodType): unknown {
  let inner: unknown = schema;
  while (inner instanceof z.ZodOptional || inner instanceof z.ZodDefault) inner = inner.unwrap();
  return inner instanceof z.ZodNullable ? null : '';
}
