import { Button, SimpleGrid } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Output } from '../../api/client.ts';
import { ask, LIVE_MS } from '../../api/queries.ts';
import { useMe } from '../../api/session.ts';
import { Answer } from '../../ui/empty.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Icon } from '../../ui/icons.tsx';
import { duration } from '../../ui/instant.ts';
import { Card, Screen } from '../../ui/screen.tsx';
import { Status } from '../../ui/status.tsx';
import { Warn } from '../../ui/texts.tsx';
import { count, megabytes } from '../../ui/volume.ts';
import { words } from '../../words/words.ts';
import { Jobs } from './jobs.tsx';

interface Ready {
  readonly checks: Readonly<Record<string, boolean>>;
}

/** What the monitor of the installation reads too. */
async function readReady(): Promise<Ready> {
  return (await (await fetch('/readyz')).json()) as Ready;
}

function factsOf({
  uptime_seconds,
  database,
  outbox,
  sessions_online,
  packets_per_second,
  journal_bytes,
}: Output<'server.status'>) {
  const w = words.server;
  const shown = (value: number | null) => (value === null ? null : count(value));
  return [
    [w.uptime, duration(uptime_seconds)],
    [w.online, shown(sessions_online)],
    [w.packets, shown(packets_per_second)],
    [w.database, megabytes(database.size_bytes / 1024 ** 2)],
    [w.connections, count(database.connections)],
    [w.journal, journal_bytes === null ? null : megabytes(journal_bytes / 1024 ** 2)],
    [
      w.outbox,
      outbox.failed > 0 ? <Warn key="outbox">{w.outboxOf(outbox.waiting, outbox.failed)}</Warn> : count(outbox.waiting),
    ],
  ] as const;
}

const STATUSES = ['Active', 'NP', 'NPD', 'Suspend'] as const;

/** Is all well? */
export function Server() {
  const { version } = useMe();
  const ready = useQuery({ queryKey: ['readyz'], queryFn: readReady, refetchInterval: LIVE_MS / 3 });
  const counts = useQuery({ ...ask('service.status_count', {}), refetchInterval: LIVE_MS });
  const status = useQuery({ ...ask('server.status', undefined), refetchInterval: LIVE_MS / 3 });
  const w = words.server;
  const isWell = ready.data && Object.values(ready.data.checks).every(Boolean);
  return (
    <Screen
      title={ready.data === undefined || isWell ? w.well : w.unwell}
      hint={`${words.common.product} ${version}`}
      actions={
        <Button
          component={Link}
          to="/isps"
          search={{ do: 'add' } as never}
          leftSection={<Icon name="plus" size={16} />}
        >
          {words.isps.add}
        </Button>
      }
    >
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
        <Card title={w.title}>
          <Answer of={ready}>
            {({ checks }) => (
              <Facts
                facts={Object.entries(checks).map(([name, ok]) => [
                  (w.checks as Readonly<Record<string, string>>)[name] ?? name,
                  <Status key={name} of={ok ? 'Heard' : 'Failed'} label={ok ? w.ok : w.failing} />,
                ])}
              />
            )}
          </Answer>
        </Card>
        <Card title={w.node}>
          <Answer of={status}>{(node) => <Facts facts={factsOf(node)} />}</Answer>
        </Card>
        <Card title={w.subscribers}>
          <Answer of={counts}>
            {(by) => <Facts facts={STATUSES.map((status) => [words.status[status], count(by[status])])} />}
          </Answer>
        </Card>
      </SimpleGrid>
      <Jobs />
    </Screen>
  );
}
