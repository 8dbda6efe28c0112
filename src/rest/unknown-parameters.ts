import type { IncomingMessage, ServerResponse } from 'node:http';
import { badParameter } from '../core/fault.ts';

const MAX_SHOWN = 20;
const MAX_LENGTH = 60;

/** RFC 7240, section 4.4: the server should not go on where a lenient one would ignore something. */
const HANDLING_STRICT = /(?:^|,)\s*handling\s*=\s*"?strict"?\s*(?:[,;]|$)/i;

/**
 * Whether the caller wants parameters that an endpoint does not have to be refused: `strict=Y`, which is removed from the
 * parameters, or the header `Prefer: handling=strict`.
 */
export function takeStrictness({ headers }: IncomingMessage, parameters: Map<string, unknown>): boolean {
  const strict = parameters.get('strict');
  parameters.delete('strict');
  if (strict === undefined || strict === '' || strict === null)
    return HANDLING_STRICT.test(String(headers.prefer ?? ''));
  if (strict === 'Y' || strict === true) return true;
  if (strict === 'N' || strict === false) return false;
  throw badParameter('strict', 'must be Y or N');
}

/** Lists them in a header, or for a strict caller throws a Fault that names them. */
export function reportUnknown(response: ServerResponse, names: readonly string[], isStrict: boolean): void {
  if (names.length === 0) return;
  const shown = names.slice(0, MAX_SHOWN).map((name) => name.slice(0, MAX_LENGTH));
  if (isStrict) throw badParameter(shown.join(', '), 'this endpoint has no such parameter');
  // The names are the caller's, and a header takes few characters as they are.
  const encoded = shown.map((name) => encodeURIComponent(Buffer.from(name).toString()));
  response.setHeader('X-Ignored-Parameters', encoded.join(', '));
}
