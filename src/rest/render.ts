import { z } from 'zod';
import { fileOf } from '../core/content/download.ts';
import { formOf, unwrapped } from '../core/wire/index.ts';

/** Converts a native value to its documented form. */
export type Renderer = (value: unknown, zone: string) => unknown;

const asIs: Renderer = (value) => value ?? null;

/** Compiles an output schema to closures. @throws Error for a schema without a documented form */
export function rendererOf(schema: z.core.$ZodType | undefined): Renderer {
  if (!schema) return asIs;
  const file = fileOf(schema);
  if (file) return (value) => file.of(value);
  const form = formOf(schema);
  if (form) return (value, zone) => (value === null || value === undefined ? null : form.render(value as never, zone));
  const inner = unwrapped(schema);
  if (inner instanceof z.ZodUnion) return unionRenderer(inner.options as z.core.$ZodType[]);
  if (inner instanceof z.ZodArray) return arrayRenderer(inner.element as z.core.$ZodType);
  if (inner instanceof z.ZodObject) return objectRenderer(inner.shape as Record<string, z.core.$ZodType>);
  if (inner instanceof z.ZodRecord) return recordRenderer(inner.valueType as z.core.$ZodType);
  if (inner instanceof z.ZodLiteral || inner instanceof z.ZodNull) return asIs;
  throw new Error(`a result of type ${inner._zod.def.type} is not a wire kind and has no documented form`);
}

type Shape = 'list' | 'object' | 'scalar';

function shapeOf(schema: z.core.$ZodType): Shape {
  const inner = unwrapped(schema);
  if (inner instanceof z.ZodArray) return 'list';
  return inner instanceof z.ZodObject || inner instanceof z.ZodRecord ? 'object' : 'scalar';
}

function shapeOfValue(value: unknown): Shape {
  if (Array.isArray(value)) return 'list';
  return value !== null && typeof value === 'object' && !(value instanceof Date) ? 'object' : 'scalar';
}

/** The options of a union must differ in shape: rows, a map, or a count. */
function unionRenderer(options: z.core.$ZodType[]): Renderer {
  const renderers = new Map(options.map((option) => [shapeOf(option), rendererOf(option)]));
  if (renderers.size < options.length) throw new Error('a union in a result must be of different shapes');
  return (value, zone) => (renderers.get(shapeOfValue(value)) ?? asIs)(value, zone);
}

function arrayRenderer(element: z.core.$ZodType): Renderer {
  const item = rendererOf(element);
  return (value, zone) =>
    value === null || value === undefined ? null : (value as unknown[]).map((each) => item(each, zone));
}

function objectRenderer(shape: Record<string, z.core.$ZodType>): Renderer {
  const fields = Object.entries(shape).map(([name, schema]) => [name, rendererOf(schema)] as const);
  return (value, zone) => {
    if (value === null || value === undefined) return null;
    const rendered: Record<string, unknown> = {};
    for (const [name, render] of fields) {
      const field = (value as Record<string, unknown>)[name];
      // Only optional fields can be absent.
      if (field !== undefined) rendered[name] = render(field, zone);
    }
    return rendered;
  };
}

function recordRenderer(valueType: z.core.$ZodType): Renderer {
  const item = rendererOf(valueType);
  return (value, zone) =>
    value === null || value === undefined
      ? null
      : Object.fromEntries(Object.entries(value).map(([key, each]) => [key, item(each, zone)]));
}
