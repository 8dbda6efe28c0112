import { badParameter, Fault } from '../core/fault.ts';
import { type MaybeParsed, readBody } from './body.ts';
import { formPairs } from './form.ts';

const MAX_PARAMETERS = 200;
/** The replacement character, which decoders put in place of invalid UTF-8. */
const REPLACEMENT = '\uFFFD';

/**
 * The parameters in the query string and the body. The body takes precedence; of duplicates the last one counts, as in PHP. A
 * `%` that starts no escape stays as it is, since unescaped wildcards are common.
 */
export async function readParameters(request: MaybeParsed, query: string): Promise<Map<string, unknown>> {
  const parameters = new Map<string, unknown>(formPairs(query));
  for (const [name, value] of await readBody(request)) parameters.set(name, value);
  if (parameters.size > MAX_PARAMETERS)
    throw new Fault('badInput', `a request takes at most ${MAX_PARAMETERS} parameters`);
  for (const [name, value] of parameters) {
    if (typeof value === 'string' && value.includes(REPLACEMENT)) throw badParameter(name, 'is not valid UTF-8');
  }
  return parameters;
}
