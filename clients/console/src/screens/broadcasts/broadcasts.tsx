import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ask } from '../../api/queries.ts';
import { Answer } from '../../ui/empty.tsx';
import { Icon } from '../../ui/icons.tsx';
import { ListScreen } from '../../ui/list-screen.tsx';
import { useAddress } from '../../ui/use-address.ts';
import { words } from '../../words/words.ts';
import { BroadcastDrawer } from './broadcast-drawer.tsx';
import { broadcastList } from './broadcast-list.tsx';
import { Write } from './write.tsx';

/** Messages to many subscribers. An incident in the address is one to write about. */
export function Broadcasts() {
  const [open, setOpen] = useState<number>();
  const [isWriting, setWriting] = useState(false);
  const [{ incident = '' }, set] = useAddress();
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
      {/^\d{1,9}$/.test(incident) && <WriteAbout id={Number(incident)} onClose={() => set({ incident: undefined })} />}
    </ListScreen>
  );
}

/** The message to those whom an incident concerns. Nothing is sent before its preview is confirmed. */
function WriteAbout({ id, onClose }: { id: number; onClose: () => void }) {
  const incident = useQuery(ask('incident.get', { id }));
  return <Answer of={incident}>{(about) => <Write about={about} onClose={onClose} />}</Answer>;
}
