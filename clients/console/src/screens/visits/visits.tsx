import { Button } from '@mantine/core';
import { useState } from 'react';
import { useMay } from '../../api/session.ts';
import { Icon } from '../../ui/icons.tsx';
import { ListScreen } from '../../ui/list-screen.tsx';
import { words } from '../../words/words.ts';
import { VisitDrawer } from './visit-drawer.tsx';
import { NewVisit } from './visit-forms.tsx';
import { type Visit, visitList } from './visit-list.tsx';

/** All visits, for those who book them. */
export function Visits() {
  const may = useMay();
  const [visit, setVisit] = useState<Visit>();
  const [isAdding, setAdding] = useState(false);
  return (
    <ListScreen
      spec={visitList(may('user.read'))}
      onOpen={setVisit}
      actions={
        may('visit.write') && (
          <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setAdding(true)}>
            {words.visits.book}
          </Button>
        )
      }
    >
      {visit && <VisitDrawer id={visit.id} onClose={() => setVisit(undefined)} />}
      {isAdding && <NewVisit onClose={() => setAdding(false)} />}
    </ListScreen>
  );
}
