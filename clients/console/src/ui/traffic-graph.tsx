import { Group, SegmentedControl, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Input, Output } from '../api/client.ts';
import { ask, LIVE_MS } from '../api/queries.ts';
import { words } from '../words/words.ts';
import { Chart } from './chart.tsx';
import type { Line } from './chart-scale.ts';
import { Answer } from './empty.tsx';
import { numberText } from './formats.ts';
import { Card } from './screen.tsx';

type Path = 'service.traffic' | 'nas.traffic' | 'plan.traffic';
type Graph = Output<'service.traffic'> | Output<'nas.traffic'>;
type Period = Graph['period'];

/** The node writes what it has in memory when it is asked, and answers with it the next time. */
const SECOND_LOOK_MS = 2_000;

interface TrafficGraphProps<P extends Path> {
  readonly path: P;
  /** Whose traffic it is. */
  readonly input: Omit<Input<P>, 'period'>;
}

/** What a service, a NAS or the services of a plan transfer, over a day or a week. */
export function TrafficGraph<P extends Path>({ path, input }: TrafficGraphProps<P>) {
  const w = words.traffic;
  const [period, setPeriod] = useState<Period>('day');
  const graph = useQuery({
    ...ask(path, { ...input, period } as Input<P>),
    refetchInterval: ({ state }) => (state.dataUpdateCount < 2 ? SECOND_LOOK_MS : 2 * LIVE_MS),
  });
  return (
    <Card
      title={w.title}
      actions={
        <SegmentedControl
          size="xs"
          aria-label={w.period}
          value={period}
          onChange={(chosen) => setPeriod(chosen as Period)}
          data={[
            { value: 'day', label: w.day },
            { value: 'week', label: w.week },
          ]}
        />
      }
    >
      <Answer of={graph} lines={4}>
        {(shown) => <Lines graph={shown as Graph} />}
      </Answer>
    </Card>
  );
}

const megabits = (value: number) => numberText(value, { maximumFractionDigits: 2 });

function Lines({ graph }: { graph: Graph }) {
  const w = words.traffic;
  if (graph.points.length === 0) return <Text c="dimmed">{w.none}</Text>;
  const lines: readonly Line[] = [
    { name: w.down, tone: '--down', points: pointsOf(graph, 'dl') },
    { name: w.up, tone: '--up', points: pointsOf(graph, 'ul') },
  ];
  return (
    <Group grow>
      <Chart label={w.title} lines={lines} from={graph.from} to={graph.upto} format={megabits} />
    </Group>
  );
}

/** In Mbit/s. A step without a point had no traffic; those after the last point are not known yet. */
function pointsOf({ points, from, step }: Graph, of: 'dl' | 'ul'): Line['points'] {
  const known = new Map(points.map((point) => [point.at.getTime(), point[of] / 1000]));
  const last = points.at(-1)?.at.getTime() ?? 0;
  const first = points[0]?.at.getTime() ?? 0;
  // Hours of a NAS begin with those of its ISP.
  const stepMs = step * 1000;
  const begin = first - Math.floor((first - from.getTime()) / stepMs) * stepMs;
  const count = Math.round((last - begin) / stepMs) + 1;
  return Array.from({ length: count }, (_, at) => begin + at * stepMs).map((at) => ({
    at: new Date(at),
    value: known.get(at) ?? 0,
  }));
}
