/** Names of secret fields, normalized: `api_key`, `apiKey` and `API-Key` are the same. */
const SECRET = new Set([
  'password',
  'passwd',
  'userpassword',
  'apipassword',
  'chappassword',
  'secret',
  'radiussecret',
  'sharedsecret',
  'nassecret',
  'coasecret',
  'clientsecret',
  'secretskey',
  'apikey',
  'xapikey',
  'adminapikey',
  'token',
  'accesstoken',
  'refreshtoken',
  'authorization',
  'proxyauthorization',
  'cookie',
  'setcookie',
  'databaseurl',
  'connectionstring',
]);

export const CENSOR = '[redacted]';

/** Deeper than anything this program logs; limits circular objects. */
const MAX_DEPTH = 8;

/**
 * Replaces secret fields in plain objects and arrays, at any depth. Values without secrets are returned uncopied. Other
 * objects are not searched: they have a text form or a serializer of their own.
 */
export function withoutSecrets(value: unknown, depth = 0): unknown {
  if (depth > MAX_DEPTH) return value;
  if (Array.isArray(value)) return mapped(value, depth);
  return isPlain(value) ? cleaned(value, depth) : value;
}

function mapped(list: readonly unknown[], depth: number): readonly unknown[] {
  const copy = list.map((item) => withoutSecrets(item, depth + 1));
  return copy.some((item, at) => !Object.is(item, list[at])) ? copy : list;
}

function cleaned(fields: Record<string, unknown>, depth: number): Record<string, unknown> {
  let copy: Record<string, unknown> | undefined;
  for (const name of Object.keys(fields)) {
    const value = fields[name];
    const shown = isSecret(name) && value !== undefined && value !== null ? CENSOR : withoutSecrets(value, depth + 1);
    if (Object.is(shown, value)) continue;
    copy ??= { ...fields };
    copy[name] = shown;
  }
  return copy ?? fields;
}

/** Cached, since the same names occur again and again. */
const secretNames = new Map<string, boolean>();

function isSecret(name: string): boolean {
  const cached = secretNames.get(name);
  if (cached !== undefined) return cached;
  const secret = SECRET.has(name.replaceAll(/[^A-Za-z0-9]/g, '').toLowerCase());
  // Names may come from a caller's input, so the cache is limited.
  if (secretNames.size < 10_000) secretNames.set(name, secret);
  return secret;
}

function isPlain(value: unknown): value is Record<string, unknown> {
  if (value === null || typeof value !== 'object') return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
