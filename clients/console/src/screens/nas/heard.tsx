import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { askRows } from '../../api/queries.ts';
import { Icon } from '../../ui/icons.tsx';
import { ago } from '../../ui/instant.ts';
import { words } from '../../words/words.ts';

/** Somebody stands at the router and waits. */
const WAITING_MS = 3_000;

/** Whether the configuration works: what has been heard of the NAS. */
export function Heard({ id }: { id: number }) {
  const w = words.nas;
  const health = useQuery({ ...askRows('nas.health', { id }), refetchInterval: WAITING_MS });
  const one = health.data?.[0];
  if (!one) return null;
  const { auth_heard_at: auth, acct_heard_at: acct } = one;
  const sentences = auth || acct ? [auth && w.heardAuth(ago(auth)), acct ? w.heardAcct(ago(acct)) : w.unheardAcct] : [];
  return (
    <Alert
      color={auth && acct ? 'green' : 'amber'}
      icon={<Icon name={auth && acct ? 'check' : 'clock'} />}
      role="status"
    >
      {sentences.length === 0 ? w.waiting : sentences.filter(Boolean).join(' ')}
    </Alert>
  );
}
