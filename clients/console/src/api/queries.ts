import { QueryCache, QueryClient, queryOptions } from '@tanstack/react-query';
import { type Input, type Output, type Path, type Row, read } from './client.ts';
import { isUnauthenticated } from './faults.ts';
import { endOwedSession } from './sign-out.ts';

/** What is read is asked for again at the next look after so long. */
const FRESH_MS = 15_000;
/** A screen that was left keeps its data for so long, so that Back works without a connection too. */
const KEPT_MS = 30 * 60_000;
/** How often figures on the screen are read again. */
export const LIVE_MS = 30_000;

/** The cache of this page. `onSignedOut` is called when the node no longer knows the session. */
export function createQueryClient(onSignedOut: () => void): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError: (error) => isUnauthenticated(error) && onSignedOut() }),
    defaultOptions: {
      // The client itself repeats what may be repeated, and `line.ts` knows when there is a line. The library would keep a change
      // that is made without one, and make it later, also when its dialog was closed long before.
      queries: {
        staleTime: FRESH_MS,
        retry: false,
        refetchOnWindowFocus: true,
        refetchOnReconnect: false,
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}

/** A question and its place in the cache: the procedure, then its input. */
export function ask<P extends Path>(path: P, input: Input<P>) {
  return queryOptions<Output<P>>({
    queryKey: [path, input],
    queryFn: ({ signal }) => read(path, input, signal),
    gcTime: KEPT_MS,
  });
}

/** The records of a list whose answer is not a count. */
export function askRows<P extends Path>(path: P, input: Input<P>) {
  return queryOptions<readonly Row<P>[]>({
    queryKey: [path, input],
    queryFn: async ({ signal }) => {
      const answer: unknown = await read(path, input, signal);
      return Array.isArray(answer) ? (answer as Row<P>[]) : [];
    },
  });
}

/** Who is signed in. `null`: nobody. */
export const me = queryOptions<Me | null>({
  queryKey: ['login.me'],
  queryFn: async ({ signal }) => {
    try {
      await endOwedSession();
      return await read('login.me', undefined as Input<'login.me'>, signal);
    } catch (error) {
      if (isUnauthenticated(error)) return null;
      throw error;
    }
  },
  staleTime: 60_000,
  refetchInterval: 5 * 60_000,
});

export type Me = Output<'login.me'>;
