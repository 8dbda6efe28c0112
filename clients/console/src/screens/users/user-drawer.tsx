import { Button, Code, Drawer, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useChange } from '../../api/change.ts';
import type { Row } from '../../api/client.ts';
import { sentenceOf } from '../../api/faults.ts';
import { useMay } from '../../api/session.ts';
import { Facts } from '../../ui/facts.tsx';
import { money } from '../../ui/money.ts';
import { Refusal } from '../../ui/preview.tsx';
import { Status } from '../../ui/status.tsx';
import { words } from '../../words/words.ts';

type User = Row<'user.list'>;

export function UserDrawer({ user, onClose }: { user: User | undefined; onClose: () => void }) {
  return (
    <Drawer
      opened={user !== undefined}
      onClose={onClose}
      position="right"
      size={440}
      title={user?.username}
      closeButtonProps={{ 'aria-label': words.common.close }}
    >
      {user && <Details user={user} onDone={onClose} />}
    </Drawer>
  );
}

function Details({ user, onDone }: { user: User; onDone: () => void }) {
  const w = words.users;
  const may = useMay();
  const update = useChange('user.update');
  const rotate = useChange('user.api_key_rotate');
  const [key, setKey] = useState<string>();
  const isActive = user.status === 'Active';
  const fault = update.error ?? rotate.error;
  return (
    <Stack>
      <Facts
        facts={[
          [w.group, user.groupname],
          [w.roles, user.roles.join(', ')],
          [w.status, <Status key="status" of={user.status} />],
          [w.locations, [...user.lc, ...user.slc].join(', ')],
          [w.cash, money(user.cash_balance)],
          [w.cashLimit, money(user.cash_limit)],
        ]}
      />
      {fault && <Refusal sentence={sentenceOf(fault)} />}
      {key && (
        <>
          <Text size="sm">{w.keyOnce}</Text>
          <Code block>{key}</Code>
        </>
      )}
      {may('user.write') && (
        <Group>
          <Button
            variant="default"
            loading={update.isPending}
            onClick={() =>
              update.mutate({ id: user.id, status: isActive ? 'Suspend' : 'Active' }, { onSuccess: onDone })
            }
          >
            {isActive ? w.suspend : w.activate}
          </Button>
          <Button
            variant="default"
            loading={rotate.isPending}
            onClick={() => rotate.mutate({ id: user.id }, { onSuccess: ({ api_key }) => setKey(api_key) })}
          >
            {w.newKey}
          </Button>
        </Group>
      )}
    </Stack>
  );
}
