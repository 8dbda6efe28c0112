import { ActionIcon, Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Row } from '../../api/client.ts';
import { ask } from '../../api/queries.ts';
import { useMay } from '../../api/session.ts';
import { DetailsDrawer } from '../../ui/details-drawer.tsx';
import { Answer } from '../../ui/empty.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Icon } from '../../ui/icons.tsx';
import { PlainTable } from '../../ui/paged-table.tsx';
import { Mono } from '../../ui/texts.tsx';
import { words } from '../../words/words.ts';
import { LocationDialog, type LocationDialogName, type SubLocation } from './location-dialogs.tsx';

export type Location = Row<'location.list'>;

interface Opened {
  readonly name: LocationDialogName;
  readonly sub?: SubLocation;
}

/** A location and its sub locations. */
export function LocationDrawer({ location, onClose }: { location: Location; onClose: () => void }) {
  const w = words.locations;
  const mayWrite = useMay()('location.write');
  const [open, setOpen] = useState<Opened>();
  const start = (name: LocationDialogName, sub?: SubLocation) => setOpen(sub ? { name, sub } : { name });
  return (
    <DetailsDrawer title={location.location} onClose={onClose}>
      <Facts facts={[[w.code, <Mono key="code">{location.location_code}</Mono>]]} />
      {mayWrite && (
        <Group>
          <Button leftSection={<Icon name="plus" size={16} />} onClick={() => start('addSub')}>
            {w.addSub}
          </Button>
          <Button variant="default" leftSection={<Icon name="pencil" size={16} />} onClick={() => start('edit')}>
            {words.common.edit}
          </Button>
          <Button variant="subtle" color="red" onClick={() => start('delete')}>
            {w.remove}
          </Button>
        </Group>
      )}
      <SubLocations code={location.location_code} start={mayWrite ? start : undefined} />
      {open && (
        <LocationDialog {...open} location={location} onClose={() => setOpen(undefined)} onLocationChanged={onClose} />
      )}
    </DetailsDrawer>
  );
}

interface SubLocationsProps {
  readonly code: string;
  /** Undefined: they may only be read. */
  readonly start: ((name: LocationDialogName, sub: SubLocation) => void) | undefined;
}

function SubLocations({ code, start }: SubLocationsProps) {
  const w = words.locations;
  const subs = useQuery(ask('location.sublocation', { location_code: code }));
  const buttons = (sub: SubLocation) => (
    <Group gap={4} justify="flex-end" wrap="nowrap">
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={`${w.editSub}: ${sub.sub_location}`}
        onClick={() => start?.('editSub', sub)}
      >
        <Icon name="pencil" size={16} />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={w.removeTitle(sub.sub_location)}
        onClick={() => start?.('deleteSub', sub)}
      >
        <Icon name="trash" size={16} />
      </ActionIcon>
    </Group>
  );
  return (
    <Answer of={subs}>
      {(rows) =>
        rows.length === 0 ? (
          <Text c="dimmed">{w.noSubs}</Text>
        ) : (
          <PlainTable
            label={w.subs}
            rows={rows}
            keyOf={({ sub_location_code }) => sub_location_code}
            columns={[
              { title: w.subs, cell: ({ sub_location }) => sub_location },
              { title: w.code, cell: ({ sub_location_code }) => <Mono>{sub_location_code}</Mono> },
              ...(start ? [{ title: words.common.edit, end: true, cell: buttons }] : []),
            ]}
          />
        )
      }
    </Answer>
  );
}
