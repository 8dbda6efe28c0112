import { useNavigate } from '@tanstack/react-router';
import type { Row } from '../../api/client.ts';
import { ListScreen } from '../../ui/list-screen.tsx';
import { subscriberList } from './subscriber-list.tsx';

export function Subscribers() {
  const navigate = useNavigate();
  const open = ({ serviceid }: Row<'subscriber.list'>) => void navigate({ to: `/subscribers/${serviceid}` });
  return <ListScreen spec={subscriberList()} onOpen={open} />;
}
