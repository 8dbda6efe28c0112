import type { IncomingMessage } from 'node:http';
import { badParameter, Fault } from '../core/fault.ts';
import type { Credentials } from '../rpc/context.ts';
import { type MaybeParsed, readBody } from './body.ts';
import { formPairs } from './form.ts';

/** The path and query string of a request line, as sent. */
export interface Target {
  readonly path: string;
  readonly query: string;
}

/**
 * Splits a request target, absolute form included (RFC 9112 section 3.2.2). Nothing is decoded or resolved: our paths do not
 * need it, and `URL` would take `//host/api` for a host, resolve `..` and throw on some input.
 */
export function targetOf(url: string | undefined): Target {
  const origin = (url ?? '/').replace(/^https?:\/\/[^/?#]*/i, '');
  const [target = ''] = origin.split('#', 1);
  const at = target.indexOf('?');
  return at < 0 ? { path: target, query: '' } : { path: target.slice(0, at), query: target.slice(at + 1) };
}

const MAX_PARAMETERS = 200;
/** The replacement character, which decoders put in place of invalid UTF-8. */
const REPLACEMENT = '\uFFFD';

/**
 * The parameters in the query string and the body. The body takes precedence; of duplicates the last one counts, as in PHP. A
 * `%` that starts no escape stays as it is, since unescaped wildcards are common.
 */
export async function readParameters(request: MaybeParsed, query: string): Promise<Map<string, unknown>> {
  return checked(new Map<string, unknown>([...formPairs(query), ...(await readBody(request))]));
}

/** Those of a request whose body is a file. */
export const parametersIn = (query: string): Map<string, unknown> =>
  checked(new Map<string, unknown>(formPairs(query)));

function checked(parameters: Map<string, unknown>): Map<string, unknown> {
  if (parameters.size > MAX_PARAMETERS)
    throw new Fault('badInput', `a request can have at most ${MAX_PARAMETERS} parameters`);
  for (const [name, value] of parameters) {
    if (typeof value === 'string' && value.includes(REPLACEMENT)) throw badParameter(name, 'is not valid UTF-8');
  }
  return parameters;
}

/**
 * Removes `userid` and `api_key` from the parameters (contract 5). The headers replace missing ones. A program that sends both must
 * not wonder whose call it was.
 * @throws Fault when they differ
 */
export function takeCredentials(request: IncomingMessage, parameters: Map<string, unknown>): Credentials {
  const fromHeaders = headerCredentials(request);
  const take = (name: string, header: string, sent: string | undefined): string | undefined => {
    const value = parameters.get(name);
    parameters.delete(name);
    const own = typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
    if (own && sent && own !== sent)
      throw badParameter(name, `differs from the header ${header}; send only one of them`);
    return own || sent;
  };
  return {
    userid: take('userid', 'x-userid', fromHeaders.userid),
    apiKey: take('api_key', 'x-api-key', fromHeaders.apiKey),
  };
}

/** The headers `x-userid` and `x-api-key`, which keep the key out of URLs and logs. */
export function headerCredentials({ headers }: IncomingMessage): Credentials {
  const one = (name: string): string | undefined => {
    const value = headers[name];
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  return { userid: one('x-userid'), apiKey: one('x-api-key') };
}
