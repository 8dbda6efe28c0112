import { Button } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { useMay } from '../../api/session.ts';
import { Icon } from '../../ui/icons.tsx';
import { ListScreen } from '../../ui/list-screen.tsx';
import { words } from '../../words/words.ts';
import { ChosenBar } from './chosen-bar.tsx';
import { type Subscriber, subscriberList } from './subscriber-list.tsx';

export function Subscribers() {
  const navigate = useNavigate();
  const may = useMay();
  const open = ({ serviceid }: Subscriber) => void navigate({ to: `/subscribers/${serviceid}` });
  const add = (
    <Button component={Link} to="/subscribers/new" leftSection={<Icon name="plus" size={16} />}>
      {words.subscribers.add}
    </Button>
  );
  return (
    <ListScreen
      spec={subscriberList(may('incident.read'))}
      onOpen={open}
      actions={may('service.write') ? add : null}
      forChosen={may('service.operate') ? (chosen) => <ChosenBar {...chosen} /> : undefined}
    />
  );
}
