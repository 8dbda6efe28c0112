import type { IncomingMessage } from 'node:http';
import type { Credentials } from '../rpc/context.ts';

/** Removes `userid` and `api_key` from the parameters (contract 5). The headers replace missing ones. */
export function takeCredentials(request: IncomingMessage, parameters: Map<string, unknown>): Credentials {
  const fromHeaders = headerCredentials(request);
  const take = (name: string): string | undefined => {
    const value = parameters.get(name);
    parameters.delete(name);
    return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
  };
  return { userid: take('userid') || fromHeaders.userid, apiKey: take('api_key') || fromHeaders.apiKey };
}

/** The headers `x-userid` and `x-api-key`, which keep the key out of URLs and logs. */
export function headerCredentials({ headers }: IncomingMessage): Credentials {
  const one = (name: string): string | undefined => {
    const value = headers[name];
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  return { userid: one('x-userid'), apiKey: one('x-api-key') };
}
