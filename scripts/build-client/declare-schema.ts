import type { z } from 'zod';
import { docOf, jsdoc } from './declare-docs.ts';

/** Which end of a schema the client sees: what it sends, or what it receives. */
export type Side = 'input' | 'output';

type Schema = z.core.$ZodType;
type ObjectSchema = z.core.$ZodObject;

/** The TypeScript type of a schema, as source text. Throws for a schema that has no place in an API of plain values. */
export function typeText(schema: Schema, side: Side): string {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'string':
    case 'number':
    case 'boolean':
    case 'null':
    case 'unknown':
      return def.type;
    case 'date':
      return 'Date';
    case 'enum':
      return union(Object.values(def.entries).map((value) => literal(value)));
    case 'literal':
      return union(def.values.map(literal));
    case 'optional':
      return union([typeText(def.innerType, side), 'undefined']);
    case 'nullable':
      return union([typeText(def.innerType, side), 'null']);
    case 'default':
      return union([typeText(def.innerType, side), ...(side === 'input' ? ['undefined'] : [])]);
    case 'array':
      return arrayOf(typeText(def.element, side));
    case 'record':
      return `Record<${typeText(def.keyType, side)}, ${typeText(def.valueType, side)}>`;
    case 'object':
      return `{ ${fieldTexts(schema as ObjectSchema, side)
        .map(({ text }) => text)
        .join('\n')} }`;
    case 'union':
      return comparisonText(schema, side) ?? union(def.options.map((option) => typeText(option, side)));
    case 'pipe':
      return typeText(side === 'input' || isTransform(def.out) ? def.in : def.out, side);
  }
  throw new Error(`the ${side} declarations of the client cannot express a zod ${def.type}`);
}

export interface Field {
  readonly name: string;
  /** Its line, and its documentation above. */
  readonly text: string;
}

export function fieldTexts(schema: ObjectSchema, side: Side): Field[] {
  const { shape, catchall } = schema._zod.def;
  if (catchall && catchall._zod.def.type !== 'never') throw new Error('the client cannot express an open object');
  return Object.entries(shape).map(([name, field]) => {
    const absent = side === 'input' ? field._zod.optin : field._zod.optout;
    const line = `${propertyName(name)}${absent ? '?' : ''}: ${typeText(field, side)};`;
    return { name, text: [...jsdoc(docOf(field, side)), line].join('\n') };
  });
}

/** Our transforms tidy a value and keep its type (`csv()` drops repetitions); the exactness test would tell. */
const isTransform = (schema: Schema) => schema._zod.def.type === 'transform';

export const propertyName = (name: string) => (/^[a-z_$][\w$]*$/i.test(name) ? name : JSON.stringify(name));

/** The value of a comparison (`core/wire`), where the schema is one. */
export function comparedValue(schema: Schema): Schema | undefined {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  const [value, spelled] = def.type === 'union' ? def.options : [];
  const shape = spelled?._zod.def.type === 'object' ? (spelled as ObjectSchema)._zod.def.shape : {};
  return Object.keys(shape).join() === 'op,value' ? value : undefined;
}

function comparisonText(schema: Schema, side: Side): string | undefined {
  const value = comparedValue(schema);
  return value && `Comparison<${typeText(value, side)}>`;
}

function literal(value: unknown): string {
  return typeof value === 'string' ? `'${value.replace(/[\\']/g, '\\$&')}'` : String(value);
}

const union = (members: readonly string[]) => [...new Set(members)].join(' | ');

const arrayOf = (element: string) =>
  / \| /.test(element) && !element.startsWith('{') ? `(${element})[]` : `${element}[]`;
