import { Button, Menu } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { words } from '../words/words.ts';
import classes from './filter-bar.module.css';
import { FilterField } from './filter-field.tsx';
import type { Filter } from './filters.ts';
import { Icon } from './icons.tsx';

type Address = Readonly<Record<string, string>>;

interface FilterBarProps {
  readonly filters: readonly Filter[];
  readonly address: Address;
  /** What the address is without a choice. */
  readonly usual?: Address;
  readonly onChange: (changes: Record<string, string | undefined>) => void;
  /** On a phone only the first field is in sight until the others are asked for, so that the list begins further up. */
  readonly folds?: boolean;
  /** At the end of the first line, if it folds. */
  readonly children?: ReactNode;
}

/** The filters of a list: a few always, others when added or in the address. */
export function FilterBar({ filters, address, usual = {}, onChange, folds = false, children }: FilterBarProps) {
  const [added, setAdded] = useState<readonly string[]>([]);
  const [isOpen, setOpen] = useState(false);
  const isSet = ({ key }: Filter) => address[key] !== usual[key];
  const isShown = (filter: Filter) => filter.pinned || address[filter.key] !== undefined || added.includes(filter.key);
  const shown = filters.filter(isShown);
  const first = folds
    ? (shown.find(({ kind }) => kind === 'text') ?? shown.find(({ kind }) => kind !== 'day') ?? shown[0])
    : undefined;
  const rest = shown.filter((filter) => filter !== first);
  const isFiltered = filters.some((filter) => !filter.required && isSet(filter));
  if (filters.length === 0) return null;
  const field = (filter: Filter) => (
    <FilterField
      key={filter.key}
      filter={filter}
      value={address[filter.key] ?? ''}
      autoFocus={added.includes(filter.key)}
      onChange={(text) => onChange({ [filter.key]: text || undefined })}
    />
  );
  return (
    <search className={classes.bar}>
      {first && (
        <div className={classes.line}>
          {field(first)}
          {filters.length > 1 && (
            <Fold isOpen={isOpen} set={rest.filter(isSet).length} onChange={() => setOpen(!isOpen)} />
          )}
          {children}
        </div>
      )}
      {(isOpen || !folds) && (
        <>
          {rest.map(field)}
          <MoreFilters
            filters={filters.filter((filter) => !isShown(filter))}
            onAdd={(key) => setAdded([...added, key])}
          />
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
        </>
      )}
    </search>
  );
}

interface FoldProps {
  readonly isOpen: boolean;
  /** How many of the filters that it shows are set. */
  readonly set: number;
  readonly onChange: () => void;
}

/** Shows the other filters, or puts them away. */
function Fold({ isOpen, set, onChange }: FoldProps) {
  return (
    <Button
      variant={set > 0 ? 'light' : 'default'}
      size="xs"
      aria-expanded={isOpen}
      leftSection={<Icon name="filter" size={15} />}
      onClick={onChange}
    >
      {words.common.filters(set)}
    </Button>
  );
}

interface MoreFiltersProps {
  readonly filters: readonly Filter[];
  readonly onAdd: (key: string) => void;
}

/** The filters that are not in sight, to add. */
function MoreFilters({ filters, onAdd }: MoreFiltersProps) {
  if (filters.length === 0) return null;
  return (
    <Menu>
      <Menu.Target>
        <Button variant="subtle" color="gray" size="xs" leftSection={<Icon name="filter" size={15} />}>
          {words.common.filter}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {filters.map(({ key, label }) => (
          <Menu.Item key={key} onClick={() => onAdd(key)}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
