import { Button } from '@mantine/core';
import { useState } from 'react';
import { useMay } from '../../api/session.ts';
import { Icon } from '../../ui/icons.tsx';
import { ListScreen } from '../../ui/list-screen.tsx';
import { useAddress } from '../../ui/use-address.ts';
import { words } from '../../words/words.ts';
import { Configuration } from './configuration.tsx';
import { AddNas, type NewNas } from './nas-form.tsx';
import { type Health, nasList } from './nas-list.tsx';
import { UnknownSenders } from './unknown.tsx';

/** The NASes and how they are. The one that is shown is in the address, which other screens lead to. */
export function NasScreen() {
  const may = useMay();
  const [adding, setAdding] = useState<NewNas>();
  const [{ nas = '' }, set] = useAddress();
  const show = ({ id }: Pick<Health, 'id'>) => set({ nas: String(id) });
  // What comes next is its configuration.
  const added = (id: number) => {
    setAdding(undefined);
    show({ id });
  };
  return (
    <ListScreen
      spec={nasList()}
      onOpen={show}
      actions={
        may('nas.write') ? (
          <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setAdding({})}>
            {words.nas.add}
          </Button>
        ) : null
      }
    >
      <UnknownSenders onAdopt={({ ip, nas_identifier: name }) => setAdding({ ip, ...(name ? { name } : {}) })} />
      {adding && <AddNas of={adding} onClose={() => setAdding(undefined)} onAdded={added} />}
      {/^\d{1,9}$/.test(nas) && <Configuration nas={{ id: Number(nas) }} onClose={() => set({ nas: undefined })} />}
    </ListScreen>
  );
}
