import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Row } from '../api/client.ts';
import { sentenceOf } from '../api/faults.ts';
import { askRows } from '../api/queries.ts';

export type Found = Row<'search.find'>;

/** Shorter texts are in nearly every name. */
const SHORTEST = 2;
/** Between two keys that are typed. */
const REST_MS = 120;

interface Search {
  readonly found: readonly Found[];
  /** The node still looks. */
  readonly isSearching: boolean;
  /** Why nothing could be looked for. */
  readonly trouble: string | undefined;
}

/** The records that a text finds. */
export function useFound(text: string): Search {
  const wanted = text.trim();
  const [settled] = useDebouncedValue(wanted, REST_MS);
  const isAsked = settled.length >= SHORTEST;
  const found = useQuery({
    ...askRows('search.find', { text: settled }),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  });
  return {
    found: isAsked ? (found.data ?? []) : [],
    isSearching: found.isFetching || settled !== wanted,
    trouble: found.error ? sentenceOf(found.error) : undefined,
  };
}
