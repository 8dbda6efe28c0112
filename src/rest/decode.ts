import { z } from 'zod';
import { formOf, type TextForm } from '../core/wire/index.ts';
import type { Route } from './routes.ts';

/** Flat parameters of one request. JSON bodies may carry numbers, booleans and arrays; forms carry texts. */
export type FlatParameters = ReadonlyMap<string, unknown>;

/** Parameter names that the contract uses for each other. */
const ALIASES: Readonly<Record<string, string>> = {
  lc: 'location_code',
  slc: 'sub_location_code',
  location_code: 'lc',
  sub_location_code: 'slc',
};

export interface Decoded {
  readonly input: Record<string, unknown>;
  /** Parameters the endpoint does not know; old clients send cache-busters, so they are named and not refused. */
  readonly ignored: readonly string[];
}

/** Documented texts to the native values of the procedure's schema. What is malformed is left for the schema to refuse. */
export function decode(route: Route, parameters: FlatParameters, zone: string): Decoded {
  const input: Record<string, unknown> = {};
  const ignored: string[] = [];
  for (const [given, value] of parameters) {
    const name = parameterName(route, given, parameters);
    const schema = name === undefined ? undefined : route.parameters[name];
    if (name === undefined || !schema) {
      ignored.push(given);
      continue;
    }
    const native = nativeValue(schema, value, { zone, clears: route.meta.updates === true });
    if (native !== undefined) input[name] = native;
  }
  return { input, ignored };
}

function parameterName(route: Route, given: string, parameters: FlatParameters): string | undefined {
  if (Object.hasOwn(route.parameters, given)) return given;
  const alias = Object.hasOwn(ALIASES, given) ? ALIASES[given] : undefined;
  return alias && Object.hasOwn(route.parameters, alias) && !parameters.has(alias) ? alias : undefined;
}

function nativeValue(schema: z.ZodType, value: unknown, { zone, clears }: { zone: string; clears: boolean }): unknown {
  if (value === null || value === '') return clears ? cleared(schema) : undefined;
  const form = formOf(schema);
  return form ? parse(form, value, zone) : value;
}

/** A JSON array is a comma-separated text taken apart; for a kind of one value the schema refuses it. */
function parse(form: TextForm, value: unknown, zone: string): unknown {
  if (Array.isArray(value)) return value.flatMap((item) => (Array.isArray(item) ? [item] : parse(form, item, zone)));
  if (typeof value === 'string' || typeof value === 'number') return form.parse(String(value), zone);
  return value;
}

/** An empty text in an update: null where the field can be empty, else the empty text that the schema refuses. */
function cleared(schema: z.ZodType): unknown {
  let inner: unknown = schema;
  while (inner instanceof z.ZodOptional || inner instanceof z.ZodDefault) inner = inner.unwrap();
  return inner instanceof z.ZodNullable ? null : '';
}
