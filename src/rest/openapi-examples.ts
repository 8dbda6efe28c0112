import { formOf } from '../core/wire/index.ts';
import type { Route } from './routes.ts';

/**
 * A valid example call: the required parameters and those in the endpoint's own example, with values from that example or
 * from the wire kinds. Not all parameters, since a tool that prefills a form would send every filter.
 */
export function exampleOf({ procedure, parameters, meta: { example = {} } }: Route): Record<string, string> {
  const unknown = Object.keys(example).find((name) => !Object.hasOwn(parameters, name));
  if (unknown !== undefined)
    throw new Error(`${procedure}: its example has ${unknown}, which is not one of its parameters`);
  const shown = Object.entries(parameters).filter(
    ([name, schema]) => Object.hasOwn(example, name) || !schema.safeParse(undefined).success,
  );
  return Object.fromEntries(
    shown.map(([name, schema]) => {
      const value = example[name] ?? exampleText(formOf(schema)?.document);
      if (value === undefined) throw new Error(`${procedure}: ${name} has no example, in its kind or in the endpoint`);
      return [name, value];
    }),
  );
}

function exampleText({ example, enum: values }: { readonly [key: string]: unknown } = {}): string | undefined {
  const value = example ?? (Array.isArray(values) ? values[0] : undefined);
  return value === undefined || value === '' ? undefined : String(value);
}
