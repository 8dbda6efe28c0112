import { ActionIcon, Select, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { lazy, Suspense, useState } from 'react';
import { words } from '../words/words.ts';
import classes from './filter-bar.module.css';
import type { Filter } from './filters.ts';
import { Icon } from './icons.tsx';
import { SearchSelect } from './search-select.tsx';

const DayFilter = lazy(() => import('./day-filter.tsx'));

interface FieldProps {
  readonly filter: Filter;
  readonly value: string;
  readonly autoFocus: boolean;
  readonly onChange: (text: string) => void;
}

/** With the name of the filter, of which nothing else is left once it is set. In a narrow field its end is cut. */
const yesOrNo = (label: string) => [
  { value: 'yes', label: `${words.common.yes}: ${label}` },
  { value: 'no', label: `${words.common.no}: ${label}` },
];

/** The field of one filter. */
export function FilterField({ filter, value, autoFocus, onChange }: FieldProps) {
  const { label, kind, choices, source } = filter;
  if (source) {
    return (
      <SearchSelect
        size="xs"
        aria-label={label}
        placeholder={label}
        source={source}
        value={value}
        onChange={onChange}
        isOptional
        className={classes.field ?? ''}
        {...(autoFocus ? { autoFocus } : {})}
      />
    );
  }
  if (kind === 'choice' || kind === 'flag') {
    return (
      <Select
        size="xs"
        aria-label={label}
        placeholder={label}
        data={(choices ?? yesOrNo(label)).map((choice) => ({ ...choice }))}
        value={value || null}
        onChange={(text) => onChange(text ?? '')}
        clearable={!filter.required}
        allowDeselect={!filter.required}
        className={(filter.required ? classes.required : classes.field) ?? ''}
        data-set={value !== '' || undefined}
      />
    );
  }
  if (kind === 'day') {
    const className = classes.field ?? '';
    return (
      <Suspense
        fallback={<TextInput size="xs" placeholder={label} aria-label={label} className={className} disabled />}
      >
        <DayFilter label={label} value={value} className={className} onChange={onChange} />
      </Suspense>
    );
  }
  return (
    <TextFilter
      label={label}
      value={value}
      autoFocus={autoFocus}
      onChange={onChange}
      isNumber={kind === 'number'}
      isWide={filter.wide ?? false}
    />
  );
}

interface TextFilterProps extends Omit<FieldProps, 'filter'> {
  readonly label: string;
  readonly isNumber: boolean;
  readonly isWide: boolean;
}

/** Applied while typing, after a moment. */
function TextFilter({ label, value, autoFocus, onChange, isNumber, isWide }: TextFilterProps) {
  const [text, setText] = useState(value);
  const [settled, setSettled] = useState(value);
  const apply = useDebouncedCallback((next: string) => onChange(next.trim()), 250);
  // Cleared, or gone back, elsewhere.
  if (value !== settled) {
    setSettled(value);
    if (value !== text.trim()) setText(value);
  }
  return (
    <TextInput
      size="xs"
      aria-label={label}
      placeholder={label}
      value={text}
      autoFocus={autoFocus}
      inputMode={isNumber ? 'numeric' : 'text'}
      leftSection={<Icon name="search" size={14} />}
      rightSection={
        text && (
          <ClearButton
            onClear={() => {
              setText('');
              onChange('');
            }}
          />
        )
      }
      onChange={({ currentTarget }) => {
        setText(currentTarget.value);
        apply(currentTarget.value);
      }}
      className={(isWide ? classes.wide : classes.text) ?? ''}
    />
  );
}

function ClearButton({ onClear }: { onClear: () => void }) {
  return (
    <ActionIcon size="sm" variant="transparent" color="gray" aria-label={words.common.clear} onClick={onClear}>
      <Icon name="x" size={14} />
    </ActionIcon>
  );
}
