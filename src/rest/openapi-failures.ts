import type { OpenAPIObject } from 'trpc-openapi';
import { FAULT_STATUS, type FaultKind } from '../core/fault.ts';
import type { Route } from './routes.ts';

type Components = NonNullable<OpenAPIObject['components']>;

/** The failure envelope (contract 1.1, 7). */
export const FAILURE_SCHEMA: NonNullable<Components['schemas']>[string] = {
  type: 'object',
  required: ['result', 'error'],
  properties: {
    result: { type: 'null' },
    error: { type: 'string', description: 'One sentence that says what is wrong.' },
  },
  examples: [{ result: null, error: 'rows_limit: must be a whole number from 1 to 100' }],
};

const MEANING: Record<FaultKind, string> = {
  badInput: 'A parameter is missing or not what is allowed; every one of them is named.',
  unauthenticated: 'Wrong `userid` or `api_key`, or none.',
  forbidden: 'The login user is suspended or lacks the permission.',
  notFound: 'No such record, or it belongs to somebody else.',
  methodNotAllowed: 'An endpoint takes POST or GET.',
  conflict: 'The state of the record, or what depends on it, does not allow this.',
  tooLarge: 'The request body is too large.',
  tooMany: 'Too many wrong credentials; try again in a minute.',
  internal: 'A fault of the server.',
  notBuilt: 'Not available in this version.',
  nasRefused: 'The NAS did not acknowledge.',
  unavailable: 'The database is not available; try again.',
};

/** Every failure once, to be referred to by status code. */
export const FAILURES: NonNullable<Components['responses']> = Object.fromEntries(
  Object.entries(MEANING).map(([kind, description]) => [
    kind,
    { description, content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } } },
  ]),
);

/** How an endpoint can fail, by status code. */
export function failureReferences({ meta, type }: Route): Record<string, { $ref: string }> {
  const kinds: FaultKind[] = [
    'badInput',
    ...(meta.access === 'public' ? [] : (['unauthenticated', 'forbidden', 'notFound', 'tooMany'] as const)),
    ...(type === 'mutation' ? (['conflict'] as const) : []),
    ...(meta.access === 'session.disconnect' ? (['nasRefused'] as const) : []),
    'tooLarge',
    'internal',
    'unavailable',
  ];
  return Object.fromEntries(kinds.map((kind) => [FAULT_STATUS[kind], { $ref: `#/components/responses/${kind}` }]));
}
