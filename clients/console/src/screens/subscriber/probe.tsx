import { Button, Group, List, Stack, Text } from '@mantine/core';
import { useChange } from '../../api/change.ts';
import type { Output } from '../../api/client.ts';
import { sentenceOf } from '../../api/faults.ts';
import { useMay } from '../../api/session.ts';
import { Refusal } from '../../ui/preview.tsx';
import { words } from '../../words/words.ts';
import { Throughput } from './throughput.tsx';

/** The router of an open session pings its subscriber, or traces the way there. */
export function Probe({ sessionId: id }: { sessionId: number }) {
  const w = words.probe;
  const may = useMay();
  const pinged = useChange('session.ping');
  const traced = useChange('session.traceroute');
  if (!may('nas.diagnose')) return null;
  const isAsking = pinged.isPending || traced.isPending;
  const error = pinged.error ?? traced.error;
  return (
    <Stack gap="xs">
      <Group gap="xs">
        <Button
          variant="default"
          size="xs"
          loading={pinged.isPending}
          disabled={isAsking}
          onClick={() => {
            traced.reset();
            pinged.mutate({ id });
          }}
        >
          {w.ping}
        </Button>
        <Button
          variant="default"
          size="xs"
          loading={traced.isPending}
          disabled={isAsking}
          onClick={() => {
            pinged.reset();
            traced.mutate({ id });
          }}
        >
          {w.traceroute}
        </Button>
      </Group>
      <div role="status">
        {isAsking && <Text c="dimmed">{w.asking}</Text>}
        {!isAsking && pinged.data && <Pinged answer={pinged.data} />}
        {!isAsking && traced.data && <Hops answer={traced.data} />}
      </div>
      <Throughput sessionId={id} />
      {error && !isAsking && <Refusal sentence={sentenceOf(error)} />}
    </Stack>
  );
}

const tenths = (ms: string): string => Number(ms).toFixed(1);

function Pinged({ answer }: { answer: Output<'session.ping'> }) {
  const w = words.probe;
  const { received, sent, min_ms: min, avg_ms: avg, max_ms: max } = answer;
  return (
    <>
      <Text>{w.answered(received, sent)}</Text>
      {min !== null && avg !== null && max !== null && <Text>{w.times(tenths(min), tenths(avg), tenths(max))}</Text>}
    </>
  );
}

function Hops({ answer: { hops } }: { answer: Output<'session.traceroute'> }) {
  const w = words.probe;
  return (
    <List type="ordered" size="sm">
      {hops.map(({ address, ms }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: hops are in order, and an address may come twice
        <List.Item key={at}>
          {address ?? w.unanswered} {ms !== null && w.milliseconds(tenths(ms))}
        </List.Item>
      ))}
    </List>
  );
}
