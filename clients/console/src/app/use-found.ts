import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Row } from '../api/client.ts';
import { askRows } from '../api/queries.ts';

export type Found = Row<'search.find'>;

/** Shorter texts are in nearly every name. */
const SHORTEST = 2;
/** Between two keys that are typed. */
const REST_MS = 120;

/** The records that a text finds, and whether the node still looks for them. */
export function useFound(text: string): { found: readonly Found[]; isSearching: boolean } {
  const wanted = text.trim();
  const [settled] = useDebouncedValue(wanted, REST_MS);
  const isAsked = settled.length >= SHORTEST;
  const found = useQuery({
    ...askRows('search.find', { text: settled }),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  });
  return { found: isAsked ? (found.data ?? []) : [], isSearching: found.isFetching || settled !== wanted };
}
