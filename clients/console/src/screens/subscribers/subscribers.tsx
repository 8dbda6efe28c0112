import { Button, Group } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useMay } from '../../api/session.ts';
import { Icon } from '../../ui/icons.tsx';
import { ListScreen } from '../../ui/list-screen.tsx';
import { words } from '../../words/words.ts';
import { ChosenBar } from './chosen-bar.tsx';
import { type Subscriber, subscriberList } from './subscriber-list.tsx';

const ErasePerson = lazy(() => import('./erase-person.tsx'));

export function Subscribers() {
  const navigate = useNavigate();
  const may = useMay();
  const open = ({ serviceid }: Subscriber) => void navigate({ to: `/subscribers/${serviceid}` });
  const [isErasing, setErasing] = useState(false);
  const add = (
    <Button component={Link} to="/subscribers/new" leftSection={<Icon name="plus" size={16} />}>
      {words.subscribers.add}
    </Button>
  );
  const erase = (
    <Button variant="default" onClick={() => setErasing(true)}>
      {words.erasure.open}
    </Button>
  );
  return (
    <>
      <ListScreen
        spec={subscriberList(may('incident.read'))}
        onOpen={open}
        actions={
          <Group gap="xs">
            {may('customer.erase') && erase}
            {may('service.write') && add}
          </Group>
        }
        forChosen={may('service.operate') ? (chosen) => <ChosenBar {...chosen} /> : undefined}
      />
      {isErasing && (
        <Suspense>
          <ErasePerson onClose={() => setErasing(false)} />
        </Suspense>
      )}
    </>
  );
}
