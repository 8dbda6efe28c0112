import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ask } from '../../api/queries.ts';
import { useMay } from '../../api/session.ts';
import { Answer, Empty } from '../../ui/empty.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Icon } from '../../ui/icons.tsx';
import { PlainTable } from '../../ui/paged-table.tsx';
import { Card, Screen } from '../../ui/screen.tsx';
import { Mono } from '../../ui/texts.tsx';
import { words } from '../../words/words.ts';
import { type Location, LocationDrawer } from './location-drawer.tsx';

/** Where services are; what employees can be limited to. */
export function Locations() {
  const w = words.locations;
  const may = useMay();
  const list = useQuery(ask('location.list', {}));
  const [open, setOpen] = useState<Location>();
  const [isAdding, setAdding] = useState(false);
  const add = (
    <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setAdding(true)}>
      {w.add}
    </Button>
  );
  const name = (row: Location) => (
    <Button variant="subtle" size="compact-sm" ms={-8} onClick={() => setOpen(row)}>
      {row.location}
    </Button>
  );
  return (
    <Screen title={w.title} actions={may('location.write') ? add : null}>
      <Card>
        <Answer of={list}>
          {(rows) =>
            rows.length === 0 ? (
              <Empty icon="pin" title={w.emptyTitle} hint={w.emptyHint} />
            ) : (
              <PlainTable
                label={w.title}
                rows={rows}
                keyOf={({ location_code }) => location_code}
                columns={[
                  { title: w.name, cell: name },
                  { title: w.code, cell: ({ location_code }) => <Mono>{location_code}</Mono> },
                ]}
              />
            )
          }
        </Answer>
      </Card>
      {open && <LocationDrawer location={open} onClose={() => setOpen(undefined)} />}
      {isAdding && (
        <FormDialog
          path="location.create"
          title={w.add}
          fields={['location', { name: 'location_code', label: w.code }]}
          onClose={() => setAdding(false)}
        />
      )}
    </Screen>
  );
}
