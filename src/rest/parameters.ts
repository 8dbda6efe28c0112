import type { IncomingMessage } from 'node:http';
import { badParameter, Fault } from '../core/fault.ts';
import { readBody } from './body.ts';

const MAX_PARAMETERS = 200;
/** What a decoder leaves where bytes were no UTF-8. */
const NOT_UTF8 = '\uFFFD';

/**
 * Flat parameters from the query string and the body. The body wins; of a name given twice in one place the last counts,
 * as it does in PHP. A `%` that starts no escape is left as it is: unescaped wildcards are common.
 */
export async function readParameters(request: IncomingMessage, query: string): Promise<Map<string, unknown>> {
  const parameters = new Map<string, unknown>(new URLSearchParams(query));
  for (const [name, value] of await readBody(request)) parameters.set(name, value);
  if (parameters.size > MAX_PARAMETERS)
    throw new Fault('badInput', `a request takes at most ${MAX_PARAMETERS} parameters`);
  for (const [name, value] of parameters) {
    if (typeof value === 'string' && value.includes(NOT_UTF8)) throw badParameter(name, 'is not valid UTF-8');
  }
  return parameters;
}
