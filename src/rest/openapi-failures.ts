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
    error: { type: 'string', description: 'One sentence that says what is wrong.' },
  },
};

/** What each failure means, and a sentence that may come with it. */
const FAILURE: Record<FaultKind, readonly [meaning: string, error: string]> = {
  badInput: [
    'A parameter is missing or not what is allowed; every one of them is named.',
    'rows_limit: must be a whole number from 1 to 100',
  ],
  unauthenticated: ['Wrong `userid` or `api_key`, or none.', 'wrong userid or api_key'],
  forbidden: ['The login user is suspended or lacks the permission.', 'login user asha is suspended'],
  notFound: ['No such record, or it belongs to somebody else.', 'no customer 7'],
  methodNotAllowed: ['An endpoint takes POST or GET.', 'an endpoint takes POST or GET'],
  conflict: ['The state of the record, or what depends on it, does not allow this.', 'username: is taken already'],
  tooLarge: ['The request body is too large.', `a request body takes at most ${MAX_BODY_BYTES} bytes`],
  tooMany: [
    'Too many wrong credentials, or too many backups at a time.',
    'too many wrong credentials; try again in a minute',
  ],
  internal: ['A fault of the server.', 'internal error'],
  nasRefused: ['The NAS did not acknowledge.', 'the NAS did not acknowledge'],
  unavailable: ['The database is not available; try again.', 'the database is not available'],
};

/** Each failure that one of the endpoints has, once, to be referred to by status code. */
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

/** How an endpoint can fail, by status code. */
export function failureReferences(route: Route): Record<string, { $ref: string }> {
  return Object.fromEntries(
    kindsOf(route).map((kind) => [FAULT_STATUS[kind], { $ref: `#/components/responses/${kind}` }]),
  );
}

function kindsOf({ meta, type }: Route): FaultKind[] {
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
