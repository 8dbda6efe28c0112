import { z } from 'zod';
import { meaningOf, type Place } from '../../src/rest/glossary/meaning.ts';
import type { EndpointMeta } from '../../src/rpc/meta.ts';
import { comparedValue, type Schema, type Side } from './schema.ts';

/** A comment block above a declaration; none if there are no lines. */
export function jsdoc(lines: readonly string[]): string[] {
  const safe = lines.map((line) => line.replaceAll('*/', '*\\/'));
  if (safe.length < 2) return safe.map((line) => `/** ${line} */`);
  return ['/**', ...safe.map((line) => ` * ${line}`), ' */'];
}

/** The documentation of a procedure: its summary, and what its caller needs. */
export function docOfProcedure({ summary, description, access, rest }: EndpointMeta): string[] {
  const need = access === 'public' ? 'no credentials needed' : `needs \`${access}\``;
  return [summary.replace(/\w$/, '$&.'), ...(description ? [description] : []), `\`${rest[0]}\`, ${need}.`];
}

/** What a field is called, and where it is; null: where the glossary does not reach. */
interface Named {
  readonly name: string;
  readonly place: Place | null;
}

/**
 * The documentation of a field: what it means, limits that its type does not express, in the words of the validation, and the
 * default.
 */
export function docOf(field: Schema, side: Side, { name, place }: Named): string[] {
  const { schema, fallback } = unwrapped(field);
  const meaning = place && meaningOf(name, place)?.text;
  const lines = [...(meaning ? [`${meaning}.`] : []), ...limits(comparedValue(schema) ?? schema, side)];
  return side === 'input' && fallback !== undefined ? [...lines, `@default ${JSON.stringify(fallback)}`] : lines;
}

function unwrapped(field: Schema): { schema: Schema; fallback: unknown } {
  let schema = field;
  let fallback: unknown;
  while (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    if (schema instanceof z.ZodDefault) fallback = schema.def.defaultValue;
    schema = schema.unwrap() as Schema;
  }
  return { schema, fallback };
}

/** Not worth mentioning, though true for a third of all fields. */
const PLAIN = /^(the id of a record, a whole number above 0|a text of 1 to 200 characters)$/;

/** Derived from the validation message: `must be a whole number from 1 to 100` says more than `number`. */
function limits(schema: Schema, side: Side): string[] {
  const type = innermost(schema)._zod.def.type;
  // The limits of a received number are of no use.
  if (type !== 'string' && (type !== 'number' || side === 'output')) return [];
  const message = z.safeParse(schema, null).error?.issues[0]?.message ?? '';
  const limit = /^must be (.*)$/.exec(message)?.[1];
  return limit && !PLAIN.test(limit) ? [`${limit.charAt(0).toUpperCase()}${limit.slice(1)}.`] : [];
}

/** The input schema of a transformation. */
function innermost(schema: Schema): Schema {
  return schema instanceof z.ZodPipe ? innermost(schema.in) : schema;
}
