import type { Place } from '../../src/rest/glossary/meaning.ts';
import { docOf, jsdoc } from './declare-docs.ts';
import { comparedValue, definitionOf, type ObjectSchema, type Schema, type Side } from './schema.ts';

/**
 * The TypeScript type of a schema, as source text; its fields say what they mean in this place.
 * @throws Error for schemas that declarations cannot express
 */
export function typeText(schema: Schema, side: Side, place: Place | null = null): string {
  const inner = (part: Schema) => typeText(part, side, place);
  const def = definitionOf(schema);
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
      return union([inner(def.innerType), 'undefined']);
    case 'nullable':
      return union([inner(def.innerType), 'null']);
    case 'default':
      return union([inner(def.innerType), ...(side === 'input' ? ['undefined'] : [])]);
    case 'array':
      return arrayOf(inner(def.element));
    case 'record':
      return `Record<${inner(def.keyType)}, ${inner(def.valueType)}>`;
    case 'object':
      // A comment on the line of the brace would belong to nothing.
      return `{\n${fieldTexts(schema as ObjectSchema, side, place)
        .map(({ text }) => text)
        .join('\n')} }`;
    case 'union':
      return comparisonText(schema, side) ?? union(def.options.map(inner));
    case 'custom':
      return classText(schema);
    case 'pipe':
      return inner(side === 'input' || isTransform(def.out) ? def.in : def.out);
  }
  throw new Error(`the client's declarations cannot express the zod type ${def.type}`);
}

export interface Field {
  readonly name: string;
  /** Its declaration, with its documentation. */
  readonly text: string;
}

export function fieldTexts(schema: ObjectSchema, side: Side, place: Place | null): Field[] {
  const { shape, catchall } = schema._zod.def;
  if (catchall && catchall._zod.def.type !== 'never')
    throw new Error("the client's declarations cannot express an open object");
  return Object.entries(shape).map(([name, field]) => {
    const absent = side === 'input' ? field._zod.optin : field._zod.optout;
    const within = place && { ...place, inside: [...place.inside, name] };
    const line = `${propertyName(name)}${absent ? '?' : ''}: ${typeText(field, side, within)};`;
    return { name, text: [...jsdoc(docOf(field, side, { name, place })), line].join('\n') };
  });
}

/** Our transforms do not change the type (`csv()` drops duplicates); the test of exact types would notice. */
const isTransform = (schema: Schema) => schema._zod.def.type === 'transform';

export const propertyName = (name: string) => (/^[a-z_$][\w$]*$/i.test(name) ? name : JSON.stringify(name));

/** `z.instanceof(Uint8Array)`, the only supported class. */
function classText(schema: Schema): string {
  if (schema._zod.bag.Class === Uint8Array) return 'Uint8Array';
  throw new Error("the client's declarations cannot express a class other than Uint8Array");
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
