import { z } from 'zod';

/**
 * A *kind* is a zod schema of a native value (number, boolean, Date, exact decimal as text …) with the text form of that
 * value in the documented API. tRPC uses only the schema, the REST facade both.
 */
export interface TextForm {
  /** Converts a documented text to its native value. Returns malformed text unchanged, for the schema to reject. */
  parse(text: string, zone: string): unknown;
  /** Converts a native value to its documented form: text, or a JSON integer or object if the contract says so. */
  render(value: never, zone: string): unknown;
  /** The JSON schema of the text form, for the OpenAPI document. */
  readonly document: { type: 'string' | 'integer' | 'object'; [key: string]: unknown };
  /** What is particular about one field, besides what its name means. */
  readonly note?: string;
}

const forms = new WeakMap<z.core.$ZodType, TextForm>();

/** Attaches a text form to a schema. Modifiers of zod that clone the schema (`.min`, `.refine` …) lose the form. */
export function kind<S extends z.ZodType>(schema: S, form: TextForm): S {
  forms.set(schema, form);
  return schema;
}

/** The text form of a schema, ignoring optional, nullable and default wrappers. */
export function formOf(schema: z.core.$ZodType): TextForm | undefined {
  return forms.get(schema) ?? forms.get(unwrapped(schema));
}

/**
 * Adds to the description of a field in the documents what is particular about it; what its name means, the glossary says
 * (`rest/glossary`). The validation does not change.
 */
export function described<S extends z.ZodType>(note: string, schema: S): S {
  const form = formOf(schema);
  if (!form) throw new Error('described() takes a kind');
  return kind(schema, { ...form, note: [note, form.note].filter(Boolean).join('; ') });
}

/** The schema inside its optional, nullable and default wrappers. */
export function unwrapped(schema: z.core.$ZodType): z.core.$ZodType {
  let inner = schema;
  while (inner instanceof z.ZodOptional || inner instanceof z.ZodNullable || inner instanceof z.ZodDefault) {
    inner = inner.unwrap() as z.core.$ZodType;
  }
  return inner;
}

/** Error option for a zod schema: `problem`, or `is required` if the value is absent. */
export function errorText(problem: string): { error: (issue: { input: unknown }) => string } {
  return { error: (issue) => (issue.input === undefined ? 'is required' : problem) };
}
