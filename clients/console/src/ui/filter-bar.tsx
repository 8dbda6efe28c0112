import { Button, Menu } from '@mantine/core';
import { useState } from 'react';
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
}

/** The filters of a list: a few always, others when added or in the address. */
export function FilterBar({ filters, address, usual = {}, onChange }: FilterBarProps) {
  const [added, setAdded] = useState<readonly string[]>([]);
  const isShown = ({ key, pinned }: Filter) => pinned || address[key] !== undefined || added.includes(key);
  const hidden = filters.filter((filter) => !isShown(filter));
  const isFiltered = filters.some(({ key, required }) => !required && address[key] !== usual[key]);
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
