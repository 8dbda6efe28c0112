import { Button } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import type { Row } from '../../api/client.ts';
import { useMay } from '../../api/session.ts';
import { Icon } from '../../ui/icons.tsx';
import { ListScreen, type Selection } from '../../ui/list-screen.tsx';
import { words } from '../../words/words.ts';
import { Many } from './many.tsx';
import { subscriberList } from './subscriber-list.tsx';

export function Subscribers() {
  const navigate = useNavigate();
  const may = useMay();
  const open = ({ serviceid }: Row<'subscriber.list'>) => void navigate({ to: `/subscribers/${serviceid}` });
  const add = (
    <Button component={Link} to="/subscribers/new" leftSection={<Icon name="plus" size={16} />}>
      {words.subscribers.add}
    </Button>
  );
  return (
    <ListScreen
      spec={subscriberList()}
      onOpen={open}
      actions={may('service.write') ? add : null}
      {...(may('service.operate')
        ? { forMany: (selection: Selection<Row<'subscriber.list'>>) => <Many selection={selection} /> }
        : {})}
    />
  );
}
