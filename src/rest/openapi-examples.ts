import { formOf } from '../core/wire/index.ts';
import type { Route } from './routes.ts';

/**
 * A call that a node accepts: the required parameters, and what else the endpoint's own example names. A tool that fills a
 * form from it must not send every filter there is. Values are the endpoint's, else those of the wire kinds.
 */
export function exampleOf({ procedure, parameters, meta: { example = {} } }: Route): Record<string, string> {
  const unknown = Object.keys(example).find((name) => !Object.hasOwn(parameters, name));
  if (unknown !== undefined) throw new Error(`${procedure}: its example has ${unknown}, which is no parameter of it`);
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
