import { MultiSelect } from '@mantine/core';
import { useState } from 'react';
import { words } from '../words/words.ts';
import type { Source } from './form-fields.ts';
import { useChoices, useChoicesOf } from './source.ts';

interface SearchMultiSelectProps {
  readonly source: Source;
  readonly value: readonly string[];
  readonly onChange: (values: string[]) => void;
  readonly label?: string;
  readonly error?: string | undefined;
  readonly description?: string | undefined;
  readonly placeholder?: string;
  readonly required?: boolean;
  readonly withAsterisk?: boolean;
  readonly 'data-autofocus'?: boolean | undefined;
}

/** A field of several records: of many, those whose names have what is typed are offered. */
export function SearchMultiSelect({ source, value, onChange, placeholder: _, ...common }: SearchMultiSelectProps) {
  const [typed, setTyped] = useState('');
  const { choices, isSearching } = useChoices(source, typed);
  const chosen = useChoicesOf(source, value, choices);
  const distinct = [...new Map([...chosen, ...choices].map((choice) => [choice.value, choice])).values()];
  return (
    <MultiSelect
      {...common}
      data={distinct}
      value={[...value]}
      onChange={onChange}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      openOnFocus={false}
      placeholder={value.length === 0 ? words.common.typeToFind : ''}
      nothingFoundMessage={isSearching ? words.common.loading : words.palette.nothing}
    />
  );
}
