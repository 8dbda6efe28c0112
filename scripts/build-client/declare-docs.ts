import { z } from 'zod';
import type { EndpointMeta } from '../../src/rpc/meta.ts';
import { comparedValue, type Schema, type Side } from './schema.ts';

/** A comment block above a declaration; none where there is nothing to say. */
export function jsdoc(lines: readonly string[]): string[] {
  const safe = lines.map((line) => line.replaceAll('*/', '*\\/'));
  if (safe.length < 2) return safe.map((line) => `/** ${line} */`);
  return ['/**', ...safe.map((line) => ` * ${line}`), ' */'];
}

/** Of a procedure: its summary, and what its caller needs. */
export function docOfProcedure({ summary, description, access, rest }: EndpointMeta): string[] {
  const need = access === 'public' ? 'no credentials needed' : `needs \`${access}\``;
  return [summary.replace(/\w$/, '$&.'), ...(description ? [description] : []), `\`${rest[0]}\`, ${need}.`];
}

/** Of a field: what the type does not say, in the words of the node's own refusal, and the default. */
export function docOf(field: Schema, side: Side): string[] {
  const { schema, fallback } = unwrapped(field);
  const described = z.globalRegistry.get(schema)?.description;
  const lines = [...(described ? [described] : []), ...limits(comparedValue(schema) ?? schema, side)];
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

/** What goes without saying: a third of all fields. */
const PLAIN = /^(the id of a record, a whole number above 0|a text of 1 to 200 characters)$/;

/** `must be a whole number from 1 to 100` tells more than `number`: the node is asked what it would say. */
function limits(schema: Schema, side: Side): string[] {
  const type = innermost(schema)._zod.def.type;
  // What a received number may be is of no use to anyone.
  if (type !== 'string' && (type !== 'number' || side === 'output')) return [];
  const refusal = z.safeParse(schema, null).error?.issues[0]?.message ?? '';
  const limit = /^must be (.*)$/.exec(refusal)?.[1];
  return limit && !PLAIN.test(limit) ? [`${limit.charAt(0).toUpperCase()}${limit.slice(1)}.`] : [];
}

/** What a schema takes before it transforms anything. */
function innermost(schema: Schema): Schema {
  return schema instanceof z.ZodPipe ? innermost(schema.in) : schema;
}
