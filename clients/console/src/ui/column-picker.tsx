import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { useMe } from '../api/session.ts';
import { words } from '../words/words.ts';
import type { Column } from './columns.tsx';
import { DENSITIES, useDensity } from './density.ts';
import { Icon } from './icons.tsx';

/** The columns of a list by their keys, and how they are chosen. */
export interface ColumnChoice {
  /** Those without a choice. */
  readonly usual: readonly string[];
  readonly picked: readonly string[];
  readonly pick: (keys: readonly string[]) => void;
}

/**
 * The columns to show. This browser remembers for each user and list which ones differ from the usual, so that a column that a later
 * version adds is seen.
 */
export function useColumnChoice<R>(list: string, columns: readonly Column<R>[]) {
  const { userid } = useMe();
  const usual = columns.filter(({ extra }) => !extra).map(({ key }) => key);
  const [chosen, choose] = useLocalStorage<Readonly<Record<string, boolean>>>({
    key: `lastmile-columns-${userid}-${list}`,
    defaultValue: {},
    getInitialValueInEffect: false,
  });
  const picked = columns.filter(({ key, extra }) => chosen[key] ?? !extra).map(({ key }) => key);
  const pick = (keys: readonly string[]) =>
    choose(
      Object.fromEntries(
        columns
          .filter(({ key, extra }) => keys.includes(key) !== !extra)
          .map(({ key }) => [key, keys.includes(key)] as const),
      ),
    );
  const shown = columns.filter(({ key, rank }) => rank === 0 || picked.includes(key));
  return [shown, { usual, picked, pick } satisfies ColumnChoice] as const;
}

interface ColumnPickerProps<R> {
  readonly columns: readonly Column<R>[];
  readonly choice: ColumnChoice;
}

/** The columns of this list, and how close the rows of all lists stand. */
export function ColumnPicker<R>({ columns, choice: { picked, pick } }: ColumnPickerProps<R>) {
  const toggle = (key: string) => pick(picked.includes(key) ? picked.filter((each) => each !== key) : [...picked, key]);
  return (
    <Menu position="bottom-end" checkIcon={<Icon name="check" size={16} />}>
      <Menu.Target>
        <Tooltip label={words.common.columns}>
          <ActionIcon variant="default" size={34} aria-label={words.common.columns} visibleFrom="sm">
            <Icon name="columns" />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        <Densities />
        <Menu.Divider />
        <Menu.Label>{words.common.columns}</Menu.Label>
        {columns
          .filter(({ rank }) => rank > 0)
          .map(({ key, title }) => (
            <Menu.CheckboxItem key={key} checked={picked.includes(key)} onChange={() => toggle(key)}>
              {title}
            </Menu.CheckboxItem>
          ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function Densities() {
  const [density, setDensity] = useDensity();
  return (
    <>
      <Menu.Label>{words.common.density}</Menu.Label>
      {DENSITIES.map((each) => (
        <Menu.RadioItem key={each} value={each} checked={each === density} onChange={() => setDensity(each)}>
          {words.common.densities[each]}
        </Menu.RadioItem>
      ))}
    </>
  );
}
