import type { OpenAPIObject } from 'trpc-openapi';
import { FAULT_STATUS, type FaultKind } from '../core/fault.ts';
import { MAX_BODY_BYTES } from './body.ts';
import type { Route } from './routes.ts';

type Components = NonNullable<OpenAPIObject['components']>;

/** The failure envelope (contract 1.1, 7). */
export const FAILURE_SCHEMA: NonNullable<Components['schemas']>[string] = {
  type: 'object',
  required: ['result', 'error'],
  properties: {
    result: { type: 'null' },
    error: { type: 'string', description: 'One sentence that describes the problem.' },
  },
};

/** Only sessions have to confirm, and the REST API takes none. */
type RestFault = Exclude<FaultKind, 'unconfirmed'>;

/** The meaning of each failure, and an example message. */
const FAILURE: Record<RestFault, readonly [meaning: string, error: string]> = {
  badInput: [
    'A parameter is missing or invalid; the message names every one.',
    'rows_limit: must be a whole number from 1 to 100',
  ],
  unauthenticated: [
    '`userid` or `api_key` is wrong or missing.',
    'wrong userid or api_key, or the key may not be used from this address',
  ],
  forbidden: ['The login user is suspended or lacks the permission.', 'login user asha is suspended'],
  notFound: ['The record does not exist, or belongs to another tenant.', 'no customer 7'],
  methodNotAllowed: ['Use POST or GET.', 'use POST or GET'],
  conflict: [
    'The state of the record, or a record that depends on it, does not allow the operation.',
    'username: is already taken',
  ],
  tooLarge: [
    'The request body is too large, or the answer takes too long.',
    `a request body can have at most ${MAX_BODY_BYTES} bytes`,
  ],
  tooMany: [
    'Too many wrong credentials, or too many backups at a time.',
    'too many wrong credentials; try again in a minute',
  ],
  internal: ['An error in the server.', 'internal error'],
  nasRefused: ['The NAS did not acknowledge.', 'the NAS did not acknowledge'],
  unavailable: ['The database is not available; try again.', 'the database is not available'],
};

/** Every failure that an endpoint can have, as reusable responses. */
export function failuresOf(routes: readonly Route[]): NonNullable<Components['responses']> {
  const kinds = new Set(routes.flatMap(kindsOf));
  const schema = { $ref: '#/components/schemas/Failure' };
  return Object.fromEntries(
    [...kinds].map((kind) => {
      const [description, error] = FAILURE[kind];
      return [kind, { description, content: { 'application/json': { schema, example: { result: null, error } } } }];
    }),
  );
}

/** References to the failures of an endpoint, by status code. */
export function failureReferences(route: Route): Record<string, { $ref: string }> {
  return Object.fromEntries(
    kindsOf(route).map((kind) => [FAULT_STATUS[kind], { $ref: `#/components/responses/${kind}` }]),
  );
}

function kindsOf({ meta, type }: Route): RestFault[] {
  return [
    'badInput',
    ...(meta.access === 'public' ? [] : (['unauthenticated', 'forbidden', 'notFound', 'tooMany'] as const)),
    ...(type === 'mutation' ? (['conflict'] as const) : []),
    ...(meta.access === 'session.disconnect' ? (['nasRefused'] as const) : []),
    'tooLarge',
    'internal',
    'unavailable',
  ];
}
