import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Path, Row } from '../api/client.ts';
import { askRows } from '../api/queries.ts';
import type { Choice, Source } from './form-fields.ts';

type Filters = Readonly<Record<string, unknown>>;

/** Checks that a choice is made of a row of that list. */
export const sourceOf = <P extends Path>(source: {
  readonly path: P;
  readonly lists?: readonly Filters[];
  readonly finds: (text: string) => Filters;
  readonly has: (value: string) => Filters;
  readonly choice: (row: Row<P>) => Choice;
  readonly first?: readonly Choice[];
}): Source => ({ lists: [{}], ...source });

const MAX_CHOICES = 100;
const REST_MS = 200;

const asked = (source: Source, filters: Filters, rows_limit = MAX_CHOICES) =>
  askRows(source.path as Path, { ...filters, rows_limit } as never);

const choicesOf = (source: Source, rows: readonly unknown[]): Choice[] =>
  rows.map((row) => source.choice(row as never));

/** The choices for what is typed, and whether the node is still looking. */
export function useChoices(source: Source, typed: string): { choices: readonly Choice[]; isSearching: boolean } {
  const text = typed.trim();
  const [settled] = useDebouncedValue(text, REST_MS);
  const all = useLists(source, '', true);
  const isCut = all.longest >= MAX_CHOICES;
  const found = useLists(source, settled, isCut && settled !== '');
  const rows = isCut && settled !== '' ? found.rows : all.rows;
  const contains = ({ label }: Choice) => label.toLowerCase().includes(text.toLowerCase());
  const fixed = (source.first ?? []).filter(contains);
  return {
    // What the node found, it found by its own rules.
    choices: [...fixed, ...(isCut ? choicesOf(source, rows) : choicesOf(source, rows).filter(contains))],
    isSearching: all.isFetching || found.isFetching || (isCut && settled !== text),
  };
}

function useLists(source: Source, text: string, enabled: boolean) {
  return useQueries({
    queries: source.lists.map((list) => ({
      ...asked(source, { ...list, ...(text === '' ? {} : source.finds(text)) }),
      enabled,
      placeholderData: keepPreviousData,
    })),
    combine: (answers) => ({
      rows: answers.flatMap(({ data }) => (data as readonly unknown[] | undefined) ?? []),
      longest: Math.max(0, ...answers.map(({ data }) => data?.length ?? 0)),
      isFetching: answers.some(({ isFetching }) => isFetching),
    }),
  });
}

/** The choice of a value, wherever it stands in the list. Undefined: it is not known yet, or gone. */
export function useChoiceOf(source: Source, value: string): Choice | undefined {
  const own = source.first?.find((choice) => choice.value === value);
  const record = useQuery({ ...asked(source, source.has(value), 1), enabled: value !== '' && !own });
  return useMemo(() => {
    const [row] = (record.data as readonly unknown[] | undefined) ?? [];
    if (own || value === '') return own;
    return row === undefined ? undefined : source.choice(row as never);
  }, [record.data, own, value, source]);
}

/** The choices of values. A record that is gone is called by its value. */
export function useChoicesOf(source: Source, values: readonly string[], known: readonly Choice[]): readonly Choice[] {
  const unknown = values.filter((value) => !known.some((choice) => choice.value === value));
  const found = useQueries({
    queries: unknown.map((value) => asked(source, source.has(value), 1)),
    combine: (answers) => answers.map(({ data }) => (data as readonly unknown[] | undefined)?.[0]),
  });
  return values.map((value) => {
    const row = found[unknown.indexOf(value)];
    const choice = known.find((each) => each.value === value);
    return choice ?? (row === undefined ? { value, label: value } : source.choice(row as never));
  });
}
