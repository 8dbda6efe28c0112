import { z } from 'zod';
import { fileOf } from '../core/download.ts';
import { formOf, type TextForm, unwrapped } from '../core/wire/index.ts';
import type { Route } from './routes.ts';

/**
 * Schemas of the documented text forms, for the OpenAPI document only: what a caller of the facade writes and reads where
 * the procedure has native values. They describe; the facade itself decodes and renders by the kinds.
 */

/** Parameters of an endpoint, credentials first (contract 5). */
export function parametersText(route: Route): z.ZodObject {
  const updates = route.meta.updates === true;
  const own = Object.entries(route.parameters).map(([name, schema]) => [name, parameterText(schema, updates)] as const);
  return z.object({ ...(route.meta.access === 'public' ? {} : credentials()), ...Object.fromEntries(own) });
}

function credentials() {
  return {
    userid: text({
      pattern: '^\\d+$',
      description: 'Numeric id of the calling login user. Required here or as the header `x-userid`.',
    }).optional(),
    api_key: text({
      format: 'password',
      description: 'API key of that user. Required here or as the header `x-api-key`.',
    }).optional(),
  };
}

/** Any schema that says what it is told to: zod carries it, the document shows `json`. */
function text(json: Record<string, unknown>): z.ZodString {
  return z.string().meta({ override: { type: 'string', ...json } });
}

function parameterText(schema: z.ZodType, updates: boolean): z.ZodType {
  const form = formOf(schema);
  const { description, ...json } = form ? documentOf(form) : {};
  const standard = defaultText(schema, form);
  const words = [
    schema.description ?? description,
    form?.document.example && `For example \`${form.document.example}\``,
    standard.default && `\`${standard.default}\` when absent`,
    updates && schema.safeParse(null).success && 'An empty text clears it',
  ].filter(Boolean);
  const shown = text({ ...json, ...standard, ...(words.length > 0 ? { description: `${words.join('. ')}.` } : {}) });
  return schema.safeParse(undefined).success ? shown.optional() : shown;
}

/** JSON Schema 2020-12 has `examples`; a single `example` is OpenAPI's older spelling. */
function documentOf({ document }: TextForm): Record<string, unknown> {
  const { example, ...json } = document;
  return example === undefined || example === '' ? json : { ...json, examples: [example] };
}

function defaultText(schema: z.ZodType, form: TextForm | undefined): { default?: string } {
  let inner: unknown = schema;
  while (inner instanceof z.ZodOptional || inner instanceof z.ZodNullable) inner = inner.unwrap();
  if (!form || !(inner instanceof z.ZodDefault)) return {};
  return { default: String(form.render(inner.parse(undefined) as never, 'UTC')) };
}

/** What the facade renders of an output schema (render.ts walks the same shapes). */
export function resultText(schema: z.core.$ZodType | undefined): z.ZodType {
  if (!schema || fileOf(schema)) return z.null();
  // What a record leaves out is rendered as null as well.
  return isWrapped(schema) ? valueText(schema).nullable() : valueText(schema);
}

const isWrapped = (schema: z.core.$ZodType) => unwrapped(schema) !== schema && !(schema instanceof z.ZodDefault);

function valueText(schema: z.core.$ZodType): z.ZodType {
  const form = formOf(schema);
  if (form) return z.unknown().meta({ override: documentOf(form) });
  const inner = unwrapped(schema);
  if (inner instanceof z.ZodUnion) return z.union((inner.options as z.core.$ZodType[]).map(resultText));
  if (inner instanceof z.ZodArray) return z.array(resultText(inner.element as z.core.$ZodType));
  if (inner instanceof z.ZodRecord) return z.record(z.string(), resultText(inner.valueType as z.core.$ZodType));
  if (inner instanceof z.ZodLiteral) return z.literal([...inner.values]);
  if (!(inner instanceof z.ZodObject)) return z.unknown();
  const fields = Object.entries(inner.shape as Record<string, z.core.$ZodType>);
  return record(Object.fromEntries(fields.map(([name, field]) => [name, resultText(field)])));
}

/** Zod closes the objects of an output; a caller must expect fields that a later version adds. */
export function record(shape: Record<string, z.ZodType>): z.ZodObject {
  return z.object(shape).meta({ override: ({ jsonSchema }) => delete jsonSchema.additionalProperties });
}
