import { z } from 'zod';

/**
 * A *kind* is a zod schema of a native value (number, boolean, Date, exact decimal as text …) that also knows how the
 * documented API writes that value as text. The tRPC door uses the schema alone; the facade uses both.
 */
export interface TextForm {
  /** Native value of a documented text. Returns the text itself when it is not well-formed: the schema then refuses it. */
  parse(text: string, zone: string): unknown;
  /** The documented rendering: text, a JSON integer where the contract says so, an object where it is none of ours. */
  render(value: never, zone: string): unknown;
  /** JSON schema of the text form, for the OpenAPI document. */
  readonly document: { type: 'string' | 'integer' | 'object'; [key: string]: unknown };
}

const forms = new WeakMap<z.core.$ZodType, TextForm>();

/** Makes a kind of a schema. The same schema object must be used afterwards: zod's modifiers that clone it lose the form. */
export function kind<S extends z.ZodType>(schema: S, form: TextForm): S {
  forms.set(schema, form);
  return schema;
}

/** The text form of a schema, looking through optional, nullable and default. */
export function formOf(schema: z.core.$ZodType): TextForm | undefined {
  return forms.get(schema) ?? forms.get(bare(schema));
}

/** Says for the OpenAPI document what a value means where its name does not. The schema stays what it was. */
export function described<S extends z.ZodType>(description: string, schema: S): S {
  const form = formOf(schema);
  if (!form) throw new Error('described() takes a kind');
  const words = [description, form.document.description].filter(Boolean).join('; ');
  return kind(schema, { ...form, document: { ...form.document, description: words } });
}

/** The schema inside optional, nullable and default wrappers. */
export function bare(schema: z.core.$ZodType): z.core.$ZodType {
  let inner = schema;
  while (inner instanceof z.ZodOptional || inner instanceof z.ZodNullable || inner instanceof z.ZodDefault) {
    inner = inner.unwrap() as z.core.$ZodType;
  }
  return inner;
}

/** The sentence of a refusal; an absent value is told apart. */
export function sentence(problem: string): { error: (issue: { input: unknown }) => string } {
  return { error: (issue) => (issue.input === undefined ? 'is required' : problem) };
}
