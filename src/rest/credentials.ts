import type { IncomingMessage } from 'node:http';
import { badParameter } from '../core/fault.ts';
import type { Credentials } from '../rpc/context.ts';

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
    if (own && sent && own !== sent) throw badParameter(name, `differs from the header ${header}; send one of them`);
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
