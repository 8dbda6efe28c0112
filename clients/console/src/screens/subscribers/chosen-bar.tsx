import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { Icon } from '../../ui/icons.tsx';
import type { Chosen } from '../../ui/list-screen.tsx';
import { count } from '../../ui/volume.ts';
import { words } from '../../words/words.ts';
import { ACTIONS, type BulkAction } from './bulk-actions.ts';
import { BulkDialog } from './bulk-dialog.tsx';
import type { Subscriber } from './subscriber-list.tsx';

/** The node acts on so many services at once. */
const MAX_SERVICES = 100;

/** What can be done with the chosen subscribers, all at once. */
export function ChosenBar({ rows, total, hidden, clear }: Chosen<Subscriber>) {
  const [open, setOpen] = useState<BulkAction>();
  const isTooMany = rows.length > MAX_SERVICES;
  const offered = ACTIONS.filter(({ fits }) => rows.some(({ status }) => fits(status)));
  const selected = words.common.selected(rows.length, hidden);
  return (
    <Group gap="xs" role="region" aria-label={selected}>
      <Text size="sm" fw={600}>
        {selected}
        {rows.length === MAX_SERVICES && total > rows.length && `: ${words.bulk.first(rows.length, count(total))}`}
        {isTooMany && `: ${words.bulk.tooMany}`}
      </Text>
      {offered.map(({ name, icon }) => (
        <Button
          key={name}
          size="xs"
          variant="default"
          disabled={isTooMany}
          leftSection={<Icon name={icon} size={15} />}
          onClick={() => setOpen(name)}
        >
          {words.subscriber.actions[name]}
        </Button>
      ))}
      <Button size="xs" variant="subtle" onClick={clear}>
        {words.common.clear}
      </Button>
      {open && <BulkDialog action={open} rows={rows} onClose={() => setOpen(undefined)} onDone={clear} />}
    </Group>
  );
}
