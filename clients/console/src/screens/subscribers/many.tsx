import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import type { Row } from '../../api/client.ts';
import { PAGE } from '../../api/list.ts';
import { Icon, type IconName } from '../../ui/icons.tsx';
import type { Selection } from '../../ui/list-screen.tsx';
import { count } from '../../ui/volume.ts';
import { words } from '../../words/words.ts';
import { type ManyAction, ManyDialog } from './many-dialog.tsx';

const ACTIONS: readonly (readonly [ManyAction, IconName])[] = [
  ['renew', 'refresh'],
  ['suspend', 'pause'],
  ['restore', 'play'],
];

/** What can be done with the chosen subscribers or, where none is chosen, with all that the filters leave. */
export function Many({ selection }: { selection: Selection<Row<'subscriber.list'>> }) {
  const { rows, total, clear } = selection;
  const [action, setAction] = useState<ManyAction>();
  const w = words.many;
  const matching = total > PAGE ? w.first(PAGE, count(total)) : w.all(total);
  const close = () => setAction(undefined);
  return (
    <Group gap="xs" role="toolbar" aria-label={w.title}>
      <Text size="sm" fw={550}>
        {rows.length > 0 ? words.common.selected(rows.length) : matching}
      </Text>
      {ACTIONS.map(([name, icon]) => (
        <Button
          key={name}
          variant="default"
          size="xs"
          leftSection={<Icon name={icon} size={15} />}
          onClick={() => setAction(name)}
        >
          {w.actions[name]}
        </Button>
      ))}
      {rows.length > 0 && (
        <Button variant="subtle" size="xs" onClick={clear}>
          {words.common.clear}
        </Button>
      )}
      {action && (
        <ManyDialog
          action={action}
          selection={selection}
          onClose={close}
          onDone={() => {
            clear();
            close();
          }}
        />
      )}
    </Group>
  );
}
