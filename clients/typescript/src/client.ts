import { createTRPCClient, httpLink, type TRPCClient } from '@trpc/client';
import superjson from 'superjson';
import { jsonOnly } from './answer.ts';
import type { AppRouter } from './api.ts';
import { abortLink, attemptLink } from './links.ts';
import { retryRepeatable } from './retry.ts';

export interface ClientOptions {
  /** Where the node answers, such as `https://crm.example.net`. */
  readonly baseUrl: string | URL;
  /** Id of the login user; goes with `apiKey`. Without both, only the public `server` procedures answer. */
  readonly userid?: number | string | undefined;
  readonly apiKey?: string | undefined;
  /** Another `fetch`: for a proxy, a connection pool, tests. */
  readonly fetch?: typeof fetch | undefined;
  /** How long one attempt may take, in milliseconds; 30 000 unless said otherwise. */
  readonly timeoutMs?: number | undefined;
  /**
   * How often a read, or a change with an `idempotency_key`, is repeated after a network failure, 429 or 503; 2 unless said
   * otherwise. Other changes never are.
   */
  readonly retries?: number | undefined;
  /** Headers of every request, beside the credentials. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** Every procedure of a node: `client.customer.list.query({ … })`, `client.customer.create.mutate({ … })`. */
export type Client = TRPCClient<AppRouter>;

/**
 * A client of one node on behalf of one login user. Nothing is sent before the first call. Calls reject with a
 * LastmileError. Throws a TypeError where `baseUrl` is no URL, or one of `userid` and `apiKey` is missing.
 */
export function createClient(options: ClientOptions): Client {
  const { timeoutMs = 30_000, retries = 2 } = options;
  const url = endpointOf(options.baseUrl);
  // Looked up per call: an application may replace the global `fetch` later on.
  const fetcher: typeof fetch = options.fetch ?? ((input, init) => globalThis.fetch(input, init));
  return createTRPCClient<AppRouter>({
    links: [
      abortLink(),
      retryRepeatable(retries),
      attemptLink({ url, timeoutMs }),
      httpLink({
        url,
        transformer: superjson,
        // Reads too: names and numbers of subscribers do not belong into addresses, which proxies log and limit.
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
  if (userid === undefined || apiKey === undefined) throw new TypeError('userid and apiKey go together');
  return { ...headers, 'x-userid': String(userid), 'x-api-key': apiKey };
}
