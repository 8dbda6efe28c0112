import { z } from 'zod';
import { bare, formOf } from '../core/wire/index.ts';

/** Renders one native value the way the contract writes it. */
export type Renderer = (value: unknown, zone: string) => unknown;

const asIs: Renderer = (value) => value ?? null;

/** Compiles an output schema once; a request then walks closures only. Throws for what has no documented form. */
export function rendererOf(schema: z.core.$ZodType | undefined): Renderer {
  if (!schema) return asIs;
  const form = formOf(schema);
  if (form) return (value, zone) => (value === null || value === undefined ? null : form.render(value as never, zone));
  const inner = bare(schema);
  if (inner instanceof z.ZodUnion) return unionRenderer(inner.options as z.core.$ZodType[]);
  if (inner instanceof z.ZodArray) return arrayRenderer(inner.element as z.core.$ZodType);
  if (inner instanceof z.ZodObject) return objectRenderer(inner.shape as Record<string, z.core.$ZodType>);
  if (inner instanceof z.ZodRecord) return recordRenderer(inner.valueType as z.core.$ZodType);
  if (inner instanceof z.ZodLiteral || inner instanceof z.ZodNull) return asIs;
  throw new Error(`a result of type ${inner._zod.def.type} is no wire kind: its documented form is not known`);
}

/** The unions among our outputs are told apart by being an array or not (a list, or its count). */
function unionRenderer(options: z.core.$ZodType[]): Renderer {
  const isList = (option: z.core.$ZodType) => bare(option) instanceof z.ZodArray;
  const [list, ...lists] = options.filter(isList);
  const [other, ...others] = options.filter((option) => !isList(option));
  if (lists.length + others.length > 0) throw new Error('a union in a result is a list or one other thing');
  const renderList = rendererOf(list);
  const renderOther = rendererOf(other);
  return (value, zone) => (Array.isArray(value) ? renderList(value, zone) : renderOther(value, zone));
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
    const shown: Record<string, unknown> = {};
    for (const [name, render] of fields) shown[name] = render((value as Record<string, unknown>)[name], zone);
    return shown;
  };
}

function recordRenderer(valueType: z.core.$ZodType): Renderer {
  const item = rendererOf(valueType);
  return (value, zone) =>
    value === null || value === undefined
      ? null
      : Object.fromEntries(Object.entries(value).map(([key, each]) => [key, item(each, zone)]));
}
