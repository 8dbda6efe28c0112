import { z } from 'zod';
import { fileOf } from '../core/content/download.ts';
import { formOf, type TextForm, unwrapped } from '../core/wire/index.ts';
import { meaningOf, type Place } from './glossary/meaning.ts';
import type { Route } from './routes.ts';

/**
 * Schemas of the documented text forms, for the OpenAPI document only: they describe what REST callers write and read in
 * place of native values. The facade itself decodes and renders by the kinds.
 */

/**
 * Parameters of an endpoint. Credentials are security schemes: as fields of a body, tools would fill them with placeholders, which
 * count instead of the headers.
 */
export function parametersText(route: Route): z.ZodObject {
  const updates = route.meta.updates !== undefined;
  const own = Object.entries(route.parameters).map(
    ([name, schema]) => [name, parameterText(schema, { meaning: meaningIn(route, name), updates })] as const,
  );
  return z.object(Object.fromEntries(own));
}

const meaningIn = ({ procedure }: Route, name: string) => meaningOf(name, { procedure, inside: [] })?.text;

/** A schema that appears in the document as `json`. */
function text(json: Record<string, unknown>): z.ZodString {
  return z.string().meta({ override: { type: 'string', ...json } });
}

interface About {
  readonly meaning: string | undefined;
  readonly updates: boolean;
}

function parameterText(schema: z.ZodType, { meaning, updates }: About): z.ZodType {
  const form = formOf(schema);
  const { description: _, ...json } = form ? documentOf(form) : {};
  const fallback = defaultText(schema, form);
  const words = [
    wordsOn(meaning, form),
    form?.document.example && `For example \`${form.document.example}\``,
    fallback.default && `\`${fallback.default}\` when absent`,
    updates && schema.safeParse(null).success && 'Empty text clears it',
  ].filter(Boolean);
  const shown = text({ ...json, ...fallback, ...(words.length > 0 ? { description: `${words.join('. ')}.` } : {}) });
  return schema.safeParse(undefined).success ? shown.optional() : shown;
}

/** What a field means, what is particular about this one, and what its kind allows. */
const wordsOn = (meaning: string | undefined, form: TextForm | undefined): string =>
  [meaning, form?.note, form?.document.description].filter(Boolean).join('; ');

/** JSON Schema 2020-12 has `examples` instead of OpenAPI's older `example`. */
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

/** The rendered form of an output schema (render.ts handles the same shapes). */
export function resultText(schema: z.core.$ZodType | undefined, place: Place): z.ZodType {
  if (!schema || fileOf(schema)) return z.null();
  // An absent field is rendered as null too.
  return isWrapped(schema) ? valueText(schema, place).nullable() : valueText(schema, place);
}

const isWrapped = (schema: z.core.$ZodType) => unwrapped(schema) !== schema && !(schema instanceof z.ZodDefault);

function valueText(schema: z.core.$ZodType, place: Place): z.ZodType {
  const form = formOf(schema);
  if (form) {
    const { description: _, ...json } = documentOf(form);
    return z.unknown().meta({ override: json });
  }
  const inner = unwrapped(schema);
  const part = (each: unknown) => resultText(each as z.core.$ZodType, place);
  if (inner instanceof z.ZodUnion) return z.union(inner.options.map(part));
  if (inner instanceof z.ZodArray) return z.array(part(inner.element));
  if (inner instanceof z.ZodRecord) return z.record(z.string(), part(inner.valueType));
  if (inner instanceof z.ZodLiteral) return z.literal([...inner.values]);
  if (!(inner instanceof z.ZodObject)) return z.unknown();
  const fields = Object.entries(inner.shape as Record<string, z.core.$ZodType>);
  return record(Object.fromEntries(fields.map(([name, field]) => [name, fieldText(name, field, place)])));
}

function fieldText(name: string, field: z.core.$ZodType, place: Place): z.ZodType {
  const words = wordsOn(meaningOf(name, place)?.text, formOf(field));
  const shown = resultText(field, { ...place, inside: [...place.inside, name] });
  return words === '' ? shown : shown.register(z.globalRegistry, { ...shown.meta(), description: `${words}.` });
}

/** An open object: zod closes those of an output, but later versions may add fields. */
export function record(shape: Record<string, z.ZodType>): z.ZodObject {
  return z.object(shape).meta({ override: ({ jsonSchema }) => delete jsonSchema.additionalProperties });
}
