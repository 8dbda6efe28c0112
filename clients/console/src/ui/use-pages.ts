import { useDebouncedValue } from '@mantine/hooks';
import { type QueryKey, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Path } from '../api/client.ts';
import { countOf, type Listing, PAGE, pageOf, placeOf } from '../api/list.ts';

/** Pages are asked for so long after the last movement. */
const SETTLE_MS = 60;

type AnyListing = Listing<Path>;

export const countQuery = (listing: AnyListing) => ({
  queryKey: [listing.path, 'count', listing.filters] as QueryKey,
  queryFn: ({ signal }: { signal: AbortSignal }) => countOf(listing, signal),
});

/** Pages from the far end depend on the count; the others do not. */
function pageQuery<R>(listing: AnyListing, page: number, total: number) {
  const { path, filters, sort, order } = listing;
  const far = placeOf(page, total, sort !== undefined).reversed;
  return {
    queryKey: [path, 'page', filters, sort, order, page, ...(far ? [total] : [])] as QueryKey,
    queryFn: ({ signal }: { signal: AbortSignal }) => pageOf<Path, R>(listing, { page, total }, signal),
  };
}

const FIRST_PAGE = Number.MAX_SAFE_INTEGER;

/** The first rows of a list, a hundred at most. */
export const firstPageQuery = <R>(listing: AnyListing) => pageQuery<R>(listing, 0, FIRST_PAGE);

/** The list that is shown: the one that is wanted, once its count and first rows are there; until then the one before. */
export function useShownList<R>(wanted: AnyListing, refetchInterval?: number) {
  const live = refetchInterval === undefined ? {} : { refetchInterval };
  const count = useQuery({ ...countQuery(wanted), ...live });
  const first = useQuery({ ...firstPageQuery<R>(wanted), ...live });
  const isReady = count.data !== undefined && first.data !== undefined;
  const [shown, setShown] = useState<{ listing: AnyListing; total: number }>();
  const total = count.data ?? 0;
  useEffect(() => {
    if (isReady) setShown({ listing: wanted, total });
  }, [isReady, wanted, total]);
  const current = isReady ? { listing: wanted, total } : shown;
  return {
    ...(current ?? { listing: wanted, total: 0 }),
    isFirst: current === undefined,
    isWaiting: !isReady,
    error: count.error ?? first.error,
    retry: () => Promise.all([count.refetch(), first.refetch()]),
  };
}

interface Window {
  readonly first: number;
  readonly last: number;
}

/** The rows around those in sight, asked for page by page when the movement rests. Undefined: not here yet. */
export function usePages<R>(listing: AnyListing, total: number, { first, last }: Window) {
  const pages = `${Math.floor(first / PAGE)}-${Math.floor(Math.max(first, last - 1) / PAGE)}`;
  const [settled] = useDebouncedValue(pages, SETTLE_MS);
  const [from = 0, to = 0] = settled.split('-').map(Number);
  const lastPage = Math.max(0, Math.ceil(total / PAGE) - 1);
  const wanted = Array.from({ length: Math.max(0, Math.min(to, lastPage) - from + 1) }, (_, at) => from + at);
  const asked = useQueries({
    queries: wanted.map((page) => ({
      ...pageQuery<R>(listing, page, page === 0 ? FIRST_PAGE : total),
      // Rows are read from the cache: an answer that nothing here looks at would not be drawn.
      notifyOnChangeProps: ['data' as const, 'error' as const],
    })),
  });
  const queries = useQueryClient();
  const known = new Map<number, readonly R[] | undefined>();
  function rowsOf(page: number): readonly R[] | undefined {
    if (!known.has(page)) {
      const { queryKey } = pageQuery<R>(listing, page, page === 0 ? FIRST_PAGE : total);
      known.set(page, queries.getQueryData<readonly R[]>(queryKey));
    }
    return known.get(page);
  }
  return {
    row: (index: number): R | undefined => rowsOf(Math.floor(index / PAGE))?.[index % PAGE],
    error: asked.find(({ error }) => error)?.error,
  };
}
