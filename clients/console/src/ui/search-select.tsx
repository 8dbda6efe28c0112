import { Select, type SelectProps } from '@mantine/core';
import { useState } from 'react';
import { words } from '../words/words.ts';
import type { Choice, Source } from './form-fields.ts';
import { useChoiceOf, useChoices } from './source.ts';

interface SearchSelectProps extends Pick<SelectProps, 'size' | 'className' | 'aria-label' | 'autoFocus'> {
  readonly source: Source;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly label?: string;
  /** Nothing is a choice too. */
  readonly isOptional?: boolean;
  readonly required?: boolean;
  readonly error?: string | undefined;
  readonly description?: string | undefined;
  readonly placeholder?: string;
  readonly 'data-autofocus'?: boolean | undefined;
}

/** A field of choices that are records: of many, those whose names have what is typed. */
export function SearchSelect(props: SearchSelectProps) {
  const { source, value, onChange, isOptional = false, placeholder, ...common } = props;
  const [typed, setTyped] = useState('');
  const chosen = useChoiceOf(source, value);
  // The name of what is chosen stands in the field, and is no search.
  const text = typed === chosen?.label ? '' : typed;
  const { choices, isSearching } = useChoices(source, text);
  return (
    <Select
      {...common}
      withAsterisk={false}
      placeholder={placeholder ?? words.common.typeToFind}
      data={withChosen(choices, chosen)}
      // What is chosen is among them for its name only, unless it was found too.
      filter={({ options }) =>
        options.filter((option) => choices.some(({ value }) => value === (option as Choice).value))
      }
      value={chosen ? value : null}
      onChange={(next) => onChange(next ?? '')}
      searchable
      onKeyDown={(event) => {
        if (event.key === 'Enter' && text !== '' && !isSearching && takeFirst(event.currentTarget))
          event.preventDefault();
      }}
      // A form that opens with its first field focused shows itself, and not a list over it.
      openOnFocus={false}
      searchValue={typed}
      onSearchChange={setTyped}
      allowDeselect={isOptional}
      clearable={isOptional}
      clearButtonProps={{ 'aria-label': words.common.clear }}
      nothingFoundMessage={isSearching ? words.common.loading : words.palette.nothing}
    />
  );
}

/** Enter takes the first that was found, unless arrows have marked another one. Returns whether there was one to take. */
function takeFirst(field: HTMLElement): boolean {
  const list = document.getElementById(field.getAttribute('aria-controls') ?? '');
  if (list?.querySelector('[data-combobox-selected]')) return false;
  const first = list?.querySelector<HTMLElement>('[data-combobox-option]');
  first?.click();
  return first !== undefined && first !== null;
}

/** Without what is chosen the field would be empty. */
const withChosen = (choices: readonly Choice[], chosen: Choice | undefined): Choice[] => {
  const distinct = [...new Map(choices.map((choice) => [choice.value, choice])).values()];
  return chosen && !distinct.some(({ value }) => value === chosen.value) ? [chosen, ...distinct] : distinct;
};
