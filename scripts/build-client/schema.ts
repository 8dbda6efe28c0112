import type { z } from 'zod';

export type Schema = z.core.$ZodType;
export type ObjectSchema = z.core.$ZodObject;

/** Which end of a schema the client sees: what it sends, or what it receives. */
export type Side = 'input' | 'output';

/** The definition of a schema, told apart by `type`. */
export const definitionOf = (schema: Schema) => (schema as z.core.$ZodTypes)._zod.def;

export const isObject = (schema: Schema): schema is ObjectSchema => schema._zod.def.type === 'object';

/** The value of a comparison (`core/wire`), where the schema is one. */
export function comparedValue(schema: Schema): Schema | undefined {
  const def = definitionOf(schema);
  const [value, spelled] = def.type === 'union' ? def.options : [];
  const names = spelled && isObject(spelled) ? Object.keys(spelled._zod.def.shape) : [];
  return names.join() === 'op,value' ? value : undefined;
}
