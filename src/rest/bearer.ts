import type { IncomingMessage } from 'node:http';
import type { Credentials } from '../rpc/context.ts';

/** A token is the id of a login user and one of its API keys: `7.0123…`. */
const TOKEN = /^Bearer (\d{1,10})\.([0-9a-f]{50})$/;

/** The credentials of programs that send one token. Undefined if the header is absent, or is not such a token. */
export function bearerCredentials({ headers }: Pick<IncomingMessage, 'headers'>): Credentials | undefined {
  const [, userid, apiKey] = TOKEN.exec(headers.authorization ?? '') ?? [];
  return userid && apiKey ? { userid, apiKey } : undefined;
}

/** How to send them, for a caller who did not. */
export const BEARER_FORM = 'Authorization: Bearer followed by the id of a login user, a dot and its API key';
