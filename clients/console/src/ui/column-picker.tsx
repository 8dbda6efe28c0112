import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { words } from '../words/words.ts';
import type { Column } from './columns.tsx';
import { Icon } from './icons.tsx';

/** The columns to show, as this browser remembers them for each list. */
export function useColumnChoice<R>(list: string, columns: readonly Column<R>[]) {
  const usual = columns.filter(({ extra }) => !extra).map(({ key }) => key);
  const [picked, pick] = useLocalStorage<readonly string[]>({
    key: `lastmile-columns-${list}`,
    defaultValue: usual,
    getInitialValueInEffect: false,
  });
  const shown = columns.filter(({ key, rank }) => rank === 0 || picked.includes(key));
  return [shown, picked, pick] as const;
}

interface ColumnPickerProps<R> {
  readonly columns: readonly Column<R>[];
  readonly picked: readonly string[];
  readonly onPick: (keys: string[]) => void;
}

export function ColumnPicker<R>({ columns, picked, onPick }: ColumnPickerProps<R>) {
  const toggle = (key: string) =>
    onPick(picked.includes(key) ? picked.filter((each) => each !== key) : [...picked, key]);
  return (
    <Menu position="bottom-end" closeOnItemClick={false}>
      <Menu.Target>
        <Tooltip label={words.common.columns}>
          <ActionIcon variant="default" size={34} aria-label={words.common.columns} visibleFrom="sm">
            <Icon name="columns" />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        {columns
          .filter(({ rank }) => rank > 0)
          .map(({ key, title }) => (
            <Menu.Item
              key={key}
              role="menuitemcheckbox"
              aria-checked={picked.includes(key)}
              leftSection={picked.includes(key) ? <Icon name="check" size={16} /> : <span style={{ width: 16 }} />}
              onClick={() => toggle(key)}
            >
              {title}
            </Menu.Item>
          ))}
      </Menu.Dropdown>
    </Menu>
  );
}
