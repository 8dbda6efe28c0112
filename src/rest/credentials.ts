import type { IncomingMessage } from 'node:http';
import type { Credentials } from '../rpc/context.ts';

/** `userid` and `api_key` out of the parameters (contract 5); the headers stand in for what is missing there. */
export function takeCredentials(request: IncomingMessage, parameters: Map<string, unknown>): Credentials {
  const fromHeaders = headerCredentials(request);
  const take = (name: string): string | undefined => {
    const given = parameters.get(name);
    parameters.delete(name);
    return typeof given === 'string' || typeof given === 'number' ? String(given) : undefined;
  };
  return { userid: take('userid') || fromHeaders.userid, apiKey: take('api_key') || fromHeaders.apiKey };
}

/** The headers `x-userid` and `x-api-key`, which keep a key out of addresses and logs. */
export function headerCredentials({ headers }: IncomingMessage): Credentials {
  const one = (name: string): string | undefined => {
    const value = headers[name];
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  return { userid: one('x-userid'), apiKey: one('x-api-key') };
}
