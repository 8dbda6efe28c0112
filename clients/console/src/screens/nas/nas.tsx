import { Button } from '@mantine/core';
import { useState } from 'react';
import { useMay } from '../../api/session.ts';
import { Icon } from '../../ui/icons.tsx';
import { ListScreen } from '../../ui/list-screen.tsx';
import { words } from '../../words/words.ts';
import { Configuration } from './configuration.tsx';
import { AddNas, type NewNas } from './nas-form.tsx';
import { type Health, nasList } from './nas-list.tsx';
import { UnknownSenders } from './unknown.tsx';

/** The NASes and how they are. */
export function NasScreen() {
  const may = useMay();
  const [adding, setAdding] = useState<NewNas>();
  const [shown, setShown] = useState<Pick<Health, 'id'>>();
  // What comes next is its configuration.
  const added = (id: number) => {
    setAdding(undefined);
    setShown({ id });
  };
  return (
    <ListScreen
      spec={nasList()}
      onOpen={setShown}
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
      {shown && <Configuration nas={shown} onClose={() => setShown(undefined)} />}
    </ListScreen>
  );
}
