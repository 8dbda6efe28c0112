import { Alert, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Row } from '../../api/client.ts';
import { askRows, LIVE_MS } from '../../api/queries.ts';
import { Icon } from '../../ui/icons.tsx';
import { ago, instant } from '../../ui/instant.ts';
import { count } from '../../ui/volume.ts';
import { words } from '../../words/words.ts';

type Health = Row<'nas.health'>;

/** Since when a NAS is silent: its last accounting. Null: it is not silent. */
export const silentSince = ({ silent, acct_heard_at }: Health): Date | null => (silent ? acct_heard_at : null);

/** Its sessions that are open, and those that the node ended since; null: they are not for the caller to know. */
export const atStake = ({ online, stale }: Health): number | null =>
  online === null || stale === null ? null : online + stale;

/** What one must know of a silent NAS before its configuration: since when, and what it costs. */
export function Silence({ id }: { id: number }) {
  const health = useQuery({ ...askRows('nas.health', { id }), refetchInterval: LIVE_MS });
  const one = health.data?.[0];
  const since = one && silentSince(one);
  if (!since) return null;
  const w = words.nas;
  return (
    <Alert
      color="red"
      icon={<Icon name="alert" />}
      role="alert"
      mb="sm"
      title={w.silentSince(instant(since), ago(since))}
    >
      <Stakes of={one} />
      <Text size="sm">{hintOf(one, since)}</Text>
    </Alert>
  );
}

function Stakes({ of }: { of: Health }) {
  const { online, stale } = of;
  const all = atStake(of);
  if (all === null || online === null || stale === null) return null;
  const w = words.nas;
  return (
    <Text size="sm" fw={550}>
      {w.atStake(all, count(all))} {stale > 0 && w.atStakeOf(count(online), count(stale))}
    </Text>
  );
}

/** Log-ins that come long after the last accounting are a matter of its settings, not of its line. */
const LONG_AFTER_MS = 5 * 60_000;

function hintOf({ auth_heard_at: auth }: Health, since: Date): string {
  const w = words.nas;
  const isAlive = auth !== null && auth.getTime() - since.getTime() > LONG_AFTER_MS;
  return isAlive ? w.silentAcct(ago(auth)) : w.silentAll;
}
