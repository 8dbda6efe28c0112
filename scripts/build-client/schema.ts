import type { z } from 'zod';

export type Schema = z.core.$ZodType;
export type ObjectSchema = z.core.$ZodObject;

/** Whether the client sends or receives values of a schema. */
export type Side = 'input' | 'output';

/** The definition of a schema, discriminated by `type`. */
export const definitionOf = (schema: Schema) => (schema as z.core.$ZodTypes)._zod.def;

export const isObject = (schema: Schema): schema is ObjectSchema => schema._zod.def.type === 'object';

/** The value schema of a comparison (`core/wire`); undefined for other schemas. */
export function comparedValue(schema: Schema): Schema | undefined {
  const def = definitionOf(schema);
  const [value, explicit] = def.type === 'union' ? def.options : [];
  const names = explicit && isObject(explicit) ? Object.keys(explicit._zod.def.shape) : [];
  return names.join() === 'op,value' ? value : undefined;
}
