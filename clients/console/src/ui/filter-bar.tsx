import { ActionIcon, Button, Menu, Select, TextInput } from '@mantine/core';
import { DatePickerInput } from '@mantine/dates';
import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';
import { words } from '../words/words.ts';
import { day } from './day.ts';
import classes from './filter-bar.module.css';
import type { Filter } from './filters.ts';
import { Icon } from './icons.tsx';

type Address = Readonly<Record<string, string>>;

interface FilterBarProps {
  readonly filters: readonly Filter[];
  readonly address: Address;
  readonly onChange: (changes: Record<string, string | undefined>) => void;
}

/** The filters of a list: a few always, others when added or in the address. */
export function FilterBar({ filters, address, onChange }: FilterBarProps) {
  const [added, setAdded] = useState<readonly string[]>([]);
  const isShown = ({ key, pinned }: Filter) => pinned || address[key] !== undefined || added.includes(key);
  const hidden = filters.filter((filter) => !isShown(filter));
  const isFiltered = filters.some(({ key }) => address[key] !== undefined);
  if (filters.length === 0) return null;
  return (
    <search className={classes.bar}>
      {filters.filter(isShown).map((filter) => (
        <FilterField
          key={filter.key}
          filter={filter}
          value={address[filter.key] ?? ''}
          autoFocus={added.includes(filter.key)}
          onChange={(text) => onChange({ [filter.key]: text || undefined })}
        />
      ))}
      {hidden.length > 0 && (
        <Menu>
          <Menu.Target>
            <Button variant="subtle" color="gray" size="xs" leftSection={<Icon name="filter" size={15} />}>
              {words.common.filter}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {hidden.map(({ key, label }) => (
              <Menu.Item key={key} onClick={() => setAdded([...added, key])}>
                {label}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      {isFiltered && (
        <Button
          variant="subtle"
          size="xs"
          onClick={() => {
            setAdded([]);
            onChange(Object.fromEntries(filters.map(({ key }) => [key, undefined])));
          }}
        >
          {words.common.clearFilters}
        </Button>
      )}
    </search>
  );
}

interface FieldProps {
  readonly filter: Filter;
  readonly value: string;
  readonly autoFocus: boolean;
  readonly onChange: (text: string) => void;
}

const YES_NO = () => [
  { value: 'yes', label: words.common.yes },
  { value: 'no', label: words.common.no },
];

function FilterField({ filter, value, autoFocus, onChange }: FieldProps) {
  const { label, kind, choices } = filter;
  if (kind === 'choice' || kind === 'flag') {
    return (
      <Select
        size="xs"
        aria-label={label}
        placeholder={label}
        data={(choices ?? YES_NO()).map((choice) => ({ ...choice, label: choice.label }))}
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
    const shown = value && day(value);
    return (
      <DatePickerInput
        size="xs"
        aria-label={shown ? `${label}: ${shown}` : label}
        placeholder={label}
        value={value || null}
        onChange={(text) => onChange(text ?? '')}
        valueFormatter={() => shown}
        clearable
        clearButtonProps={{ 'aria-label': words.common.clear }}
        className={classes.field ?? ''}
      />
    );
  }
  return (
    <TextFilter label={label} value={value} autoFocus={autoFocus} onChange={onChange} isNumber={kind === 'number'} />
  );
}

interface TextFilterProps extends Omit<FieldProps, 'filter'> {
  readonly label: string;
  readonly isNumber: boolean;
}

/** Applied while typing, after a moment. */
function TextFilter({ label, value, autoFocus, onChange, isNumber }: TextFilterProps) {
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
      className={classes.text ?? ''}
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
