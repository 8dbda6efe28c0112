import { Alert, Button, Code, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useChange } from '../../api/change.ts';
import type { Output, Row } from '../../api/client.ts';
import { sentenceOf } from '../../api/faults.ts';
import { ask } from '../../api/queries.ts';
import { useMay } from '../../api/session.ts';
import { Facts } from '../../ui/facts.tsx';
import { Icon } from '../../ui/icons.tsx';
import { ago, duration } from '../../ui/instant.ts';
import { Refusal } from '../../ui/preview.tsx';
import { RouterGraph } from '../../ui/router-graph.tsx';
import { megabytes } from '../../ui/volume.ts';
import { words } from '../../words/words.ts';
import { RouterCheck } from './router-check.tsx';
import { RouterSessions } from './router-sessions.tsx';

type Nas = Row<'nas.list'>;
type Status = Output<'nas.api_status'>;
type Resources = Output<'nas.resources'>;

const RESOURCES_MS = 60_000;
/** The first connection learns the certificate. */
const STATUS_MS = 5_000;

/** A Mikrotik router as it is now, over its API. */
export function RouterSection({ nas }: { nas: Nas }) {
  const may = useMay();
  if (nas.vendor !== 'Mikrotik' || !may('nas.diagnose')) return null;
  return (
    <Stack gap="sm" component="section" aria-label={words.router.title}>
      <Title order={3}>{words.router.title}</Title>
      {nas.api_enable ? <Asked nas={nas} /> : <Text c="dimmed">{words.router.off}</Text>}
      {nas.snmp_graph ? <RouterGraph id={nas.id} /> : <Text c="dimmed">{words.routerGraph.off}</Text>}
    </Stack>
  );
}

function Asked({ nas }: { nas: Nas }) {
  const { id, proxyid } = nas;
  const resources = useQuery({ ...ask('nas.resources', { id }), refetchInterval: RESOURCES_MS });
  const status = useQuery({ ...ask('nas.api_status', { id }), refetchInterval: STATUS_MS });
  const isOffered = status.data !== undefined && status.data.offered !== null;
  return (
    <>
      {isOffered && <Certificate id={id} status={status.data} />}
      {resources.error && !isOffered && <Refusal sentence={sentenceOf(resources.error)} />}
      {resources.data && !resources.error && (
        <>
          <Facts facts={factsOf(resources.data)} />
          <RouterCheck nas={{ id, proxyid }} />
          <RouterSessions nas={nas} status={status.data} />
        </>
      )}
    </>
  );
}

/** One that nobody has confirmed, with how to compare it. */
function Certificate({ id, status: { fingerprint, offered } }: { id: number; status: Status }) {
  const w = words.router;
  const may = useMay();
  const confirmed = useChange('nas.api_pin');
  if (offered === null) return null;
  return (
    <Alert color="amber" icon={<Icon name="alert" />} title={fingerprint === null ? w.unpinned : w.otherCertificate}>
      <Stack gap="xs">
        <Text size="sm">{w.compare}</Text>
        <Code block>{offered.replace(/..(?=.)/g, '$&:')}</Code>
        {confirmed.error && <Refusal sentence={sentenceOf(confirmed.error)} />}
        {may('nas.write') && (
          <Group justify="flex-end">
            <Button loading={confirmed.isPending} onClick={() => confirmed.mutate({ id, fingerprint: offered })}>
              {w.confirm}
            </Button>
          </Group>
        )}
      </Stack>
    </Alert>
  );
}

/** A clock that differs less is right. */
const CLOCK_SLACK_S = 5;

function factsOf(one: Resources) {
  const w = words.router;
  return [
    [w.identity, one.identity],
    [w.board, one.board],
    [w.version, one.version],
    [w.uptime, one.uptime !== null && duration(one.uptime)],
    [w.rebooted, one.rebooted_at && ago(one.rebooted_at)],
    [w.cpu, one.cpu_percent !== null && w.cpuOf(String(one.cpu_percent), String(one.cpus ?? 1))],
    [w.memory, freeOf(one)],
    [w.disk, one.disk_free_mb !== null && megabytes(one.disk_free_mb)],
    [w.clock, one.clock_ahead !== null && clockText(one.clock_ahead)],
  ] as const;
}

function freeOf({ memory_mb: all, memory_free_mb: free }: Resources) {
  return all !== null && free !== null && words.router.freeOf(megabytes(free), megabytes(all));
}

function clockText(ahead: number): string {
  const { clockRight, clockAhead, clockBehind } = words.router;
  if (Math.abs(ahead) <= CLOCK_SLACK_S) return clockRight;
  return ahead > 0 ? clockAhead(duration(ahead)) : clockBehind(duration(-ahead));
}
