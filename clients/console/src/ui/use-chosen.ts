import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Path } from '../api/client.ts';
import type { Listing } from '../api/list.ts';
import { type Left, useNoted } from './use-left.ts';
import { countQuery, firstPageQuery } from './use-pages.ts';

type Key = number | string;

interface Options<R> {
  readonly keyOf: (row: R) => Key;
  /** The filter of the list that takes the ids of rows. */
  readonly idsFilter?: string | undefined;
  readonly left: Left<R>;
  readonly note: (change: Left<R>) => void;
}

/**
 * The rows that something is to be done with: none until somebody chooses them. They stay chosen while one looks at other rows of
 * the list, or at one of them and comes back; `hidden` says how many of them the filters hide.
 */
export function useChosen<R>(listing: Listing<Path>, { keyOf, idsFilter, left, note }: Options<R>) {
  const queries = useQueryClient();
  const [chosen, setChosen] = useState<ReadonlyMap<Key, R>>(left.chosen ?? new Map());
  useNoted(note, () => ({ chosen }));
  const hidden = useHidden(listing, [...chosen.keys()], idsFilter);
  const toggle = (row: R) => {
    const next = new Map(chosen);
    if (!next.delete(keyOf(row))) next.set(keyOf(row), row);
    setChosen(next);
  };
  const clear = () => setChosen(new Map());
  async function chooseFirst(): Promise<void> {
    if (chosen.size > 0) return clear();
    const rows = await queries.fetchQuery(firstPageQuery<R>(listing));
    setChosen(new Map(rows.map((row) => [keyOf(row), row])));
  }
  return { chosen, hidden, toggle, clear, chooseFirst: () => void chooseFirst().catch(() => undefined) };
}

/** How many of these rows do not match the filters; 0 until it is known. */
function useHidden(listing: Listing<Path>, ids: readonly Key[], idsFilter: string | undefined): number {
  const filters = idsFilter === undefined ? listing.filters : { ...listing.filters, [idsFilter]: ids };
  const shown = useQuery({
    ...countQuery({ ...listing, filters }),
    enabled: idsFilter !== undefined && ids.length > 0,
  });
  return shown.data === undefined ? 0 : ids.length - shown.data;
}
