/** Fields whose value is kept from the log, whatever the spelling: `api_key`, `apiKey`, `API-Key` are one name. */
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

/** Deeper than anything this program logs, and shallow enough for an object that holds itself. */
const MAX_DEPTH = 8;

/**
 * The value with every secret field replaced, at any depth. What holds no secret is returned as it is, not copied.
 * Only plain objects and arrays are looked into: everything else has its own text form, or a serializer.
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

/** Names repeat endlessly; each is judged once. */
const judged = new Map<string, boolean>();

function isSecret(name: string): boolean {
  const known = judged.get(name);
  if (known !== undefined) return known;
  const verdict = SECRET.has(name.replaceAll(/[^A-Za-z0-9]/g, '').toLowerCase());
  // Names may come from a caller's input, so the memory of them is bounded.
  if (judged.size < 10_000) judged.set(name, verdict);
  return verdict;
}

function isPlain(value: unknown): value is Record<string, unknown> {
  if (value === null || typeof value !== 'object') return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
