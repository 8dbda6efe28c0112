import { createTRPCClient, httpLink, type TRPCClient } from '@trpc/client';
import superjson from 'superjson';
import { jsonOnly } from './answer.ts';
import type { AppRouter } from './api.ts';
import { abortLink, attemptLink } from './links.ts';
import { retryIdempotent } from './retry.ts';

export interface ClientOptions {
  /** The address of the node, such as `https://crm.example.net`. */
  readonly baseUrl: string | URL;
  /** Id of the login user; requires `apiKey`. Without both, only public procedures can be called. */
  readonly userid?: number | string | undefined;
  readonly apiKey?: string | undefined;
  /** Replaces the global `fetch`: for a proxy, a connection pool, tests. */
  readonly fetch?: typeof fetch | undefined;
  /** Time limit of one attempt, in milliseconds. Default 30 000. */
  readonly timeoutMs?: number | undefined;
  /**
   * How often a read, or a change with an `idempotency_key`, is retried after a network failure, 429 or 503. Default 2. Other
   * changes are never retried.
   */
  readonly retries?: number | undefined;
  /** Additional headers of every request. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** Every procedure of a node: `client.customer.list.query({ … })`, `client.customer.create.mutate({ … })`. */
export type Client = TRPCClient<AppRouter>;

/**
 * Creates a client of one node for one login user. Sends nothing before the first call. Calls reject with a LastmileError.
 * @throws TypeError if `baseUrl` is not a URL, or only one of `userid` and `apiKey` is given
 */
export function createClient(options: ClientOptions): Client {
  const { timeoutMs = 30_000, retries = 2 } = options;
  const url = endpointOf(options.baseUrl);
  // Looked up at each call, since an application may replace the global `fetch`.
  const fetcher: typeof fetch = options.fetch ?? ((input, init) => globalThis.fetch(input, init));
  return createTRPCClient<AppRouter>({
    links: [
      abortLink(),
      retryIdempotent(retries),
      attemptLink({ url, timeoutMs }),
      httpLink({
        url,
        transformer: superjson,
        // Also for reads: personal data of subscribers does not belong in URLs, which proxies log and limit.
        methodOverride: 'POST',
        fetch: jsonOnly(fetcher),
        headers: headersOf(options),
      }),
    ],
  });
}

function endpointOf(baseUrl: string | URL): string {
  const { origin, pathname } = new URL(baseUrl);
  return `${origin}${pathname.replace(/\/+$/, '')}/trpc`;
}

function headersOf({ userid, apiKey, headers }: ClientOptions): Record<string, string> {
  if (userid === undefined && apiKey === undefined) return { ...headers };
  if (userid === undefined || apiKey === undefined) throw new TypeError('userid and apiKey must be given together');
  return { ...headers, 'x-userid': String(userid), 'x-api-key': apiKey };
}
