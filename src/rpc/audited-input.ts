/** Parameters that must not reach the audit. */
const SECRET = /secret|password|api_key|^headers$/i;
/** What a request to another system carries besides. */
const OF_REQUEST = 'body';

/** Parameters as the audit shows them: without secrets, and without the keys that addresses of other systems often have. */
export function withoutSecrets(input: unknown): Record<string, unknown> {
  if (input === null || typeof input !== 'object') return {};
  const isRequest = 'url' in input && input.url !== undefined;
  return Object.fromEntries(
    Object.entries(input).map(([name, value]) => {
      if (SECRET.test(name) || (isRequest && name === OF_REQUEST)) return [name, '***'];
      return [name, name === 'url' && typeof value === 'string' ? siteOf(value) : value];
    }),
  );
}

/** As `auth.site_of` of the database has it. */
const siteOf = (address: string): string =>
  address.replace(
    /^([a-z]+:\/\/)(?:[^/?#]*@)?([^/?#]*).*$/is,
    (_, scheme: string, host: string) => `${scheme}${host}/…`,
  );
