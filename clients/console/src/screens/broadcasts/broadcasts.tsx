import { Button } from '@mantine/core';
import { useState } from 'react';
import { Icon } from '../../ui/icons.tsx';
import { ListScreen } from '../../ui/list-screen.tsx';
import { words } from '../../words/words.ts';
import { BroadcastDrawer } from './broadcast-drawer.tsx';
import { broadcastList } from './broadcast-list.tsx';
import { Write } from './write.tsx';

/** Messages to many subscribers. */
export function Broadcasts() {
  const [open, setOpen] = useState<number>();
  const [isWriting, setWriting] = useState(false);
  return (
    <ListScreen
      spec={broadcastList()}
      onOpen={({ id }) => setOpen(id)}
      actions={
        <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setWriting(true)}>
          {words.broadcasts.write}
        </Button>
      }
    >
      {open !== undefined && <BroadcastDrawer id={open} onClose={() => setOpen(undefined)} />}
      {isWriting && <Write onClose={() => setWriting(false)} />}
    </ListScreen>
  );
}
