import { z } from 'zod';
import { fileOf } from '../../core/content/download.ts';
import { unwrapped } from '../../core/wire/index.ts';
import type { Route } from '../routes.ts';

interface Reason {
  /** Why an assistant does not have the call, as the end of a sentence that begins with it. */
  readonly because: string;
  is(route: Route): boolean;
}

/**
 * The calls that are no tools. Those who run the model of an assistant can read what passes through it, so no secret of a network, a
 * provider or an account may. Sign-in, sessions and the subscribers' own pages are not among the routes, since no API key
 * opens them.
 */
export const LEFT_OUT: readonly Reason[] = [
  { because: 'people must give their password for it', is: ({ meta }) => meta.confirmed === true },
  { because: 'it is about passwords or API keys', is: ({ procedure }) => /password|key/.test(procedure) },
  { because: 'its answer is a file', is: ({ output }) => fileOf(output) !== undefined },
  { because: 'it takes a file', is: ({ meta }) => meta.upload === true },
  { because: 'its answer has a secret', is: ({ output }) => fieldsOf(output).some(isSecret) },
  {
    because: 'it needs a secret',
    is: ({ parameters }) =>
      Object.entries(parameters).some(([name, schema]) => isSecret(name) && !schema.safeParse(undefined).success),
  },
];

/** The names of secrets, but not of fields that say whether there is one. */
const isSecret = (name: string): boolean =>
  /(?:^|_)(?:secret|api_key|api_password)$/.test(name) && !name.startsWith('has_');

/**
 * Parameters that an assistant cannot send, although the endpoint has them: secrets that it can do without, and what the
 * confirmation of a change decides.
 */
export const isParameterLeftOut = (name: string): boolean =>
  isSecret(name) || name === 'preview' || name === 'idempotency_key';

/** The fields of an answer at any depth. */
function fieldsOf(schema: z.core.$ZodType | undefined): string[] {
  const inner = schema && unwrapped(schema);
  if (inner instanceof z.ZodArray) return fieldsOf(inner.element as z.core.$ZodType);
  if (inner instanceof z.ZodUnion) return inner.options.flatMap((option) => fieldsOf(option as z.core.$ZodType));
  if (inner instanceof z.ZodRecord) return fieldsOf(inner.valueType as z.core.$ZodType);
  if (!(inner instanceof z.ZodObject)) return [];
  return Object.entries(inner.shape as Record<string, z.core.$ZodType>).flatMap(([name, field]) => [
    name,
    ...fieldsOf(field),
  ]);
}
