import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Path } from '../api/client.ts';
import type { Listing } from '../api/list.ts';
import { firstPageQuery } from './use-pages.ts';

type Key = number | string;

interface Choosing<R> {
  readonly listing: Listing<Path>;
  readonly keyOf: (row: R) => Key;
  /** The address asks for the first rows to be chosen. */
  readonly isAsked: boolean;
  /** They are. */
  readonly onChosen: () => void;
}

/** The rows that something is to be done with. They stay chosen while one looks at other rows of the list. */
export function useChosen<R>({ listing, keyOf, isAsked, onChosen }: Choosing<R>) {
  const [chosen, setChosen] = useState<ReadonlyMap<Key, R>>(new Map());
  const [isWanted, setWanted] = useState(false);
  const isWaiting = isAsked || isWanted;
  const first = useQuery({ ...firstPageQuery<R>(listing), enabled: isWaiting });
  const rows = first.data;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only once the rows are there
  useEffect(() => {
    if (!isWaiting || rows === undefined) return;
    setChosen(new Map(rows.map((row) => [keyOf(row), row])));
    setWanted(false);
    if (isAsked) onChosen();
  }, [isWaiting, rows]);
  const toggle = (row: R) => {
    const next = new Map(chosen);
    if (!next.delete(keyOf(row))) next.set(keyOf(row), row);
    setChosen(next);
  };
  const clear = () => setChosen(new Map());
  return { chosen, toggle, clear, chooseFirst: () => (chosen.size > 0 ? clear() : setWanted(true)) };
}
