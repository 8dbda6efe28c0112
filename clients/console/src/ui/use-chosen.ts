import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Path } from '../api/client.ts';
import type { Listing } from '../api/list.ts';
import { firstPageQuery } from './use-pages.ts';

type Key = number | string;

/**
 * The rows that something is to be done with: none until somebody chooses them. They stay chosen while one looks at other rows of
 * the list.
 */
export function useChosen<R>(listing: Listing<Path>, keyOf: (row: R) => Key) {
  const queries = useQueryClient();
  const [chosen, setChosen] = useState<ReadonlyMap<Key, R>>(new Map());
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
  return { chosen, toggle, clear, chooseFirst: () => void chooseFirst().catch(() => undefined) };
}
