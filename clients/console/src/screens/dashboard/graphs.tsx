import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Input, Row } from '../../api/client.ts';
import { askRows, LIVE_MS } from '../../api/queries.ts';
import { Chart } from '../../ui/chart.tsx';
import type { Line } from '../../ui/chart-scale.ts';
import { Answer, Empty } from '../../ui/empty.tsx';
import { Card } from '../../ui/screen.tsx';
import { words } from '../../words/words.ts';
import classes from './dashboard.module.css';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

type Series = Input<'series.read'>['series'];
type Read = readonly Row<'series.read'>[];

/** The last 24 hours. The bounds move on with each minute, not with each drawing. */
function useLastDay(series: Series, step: 'minute' | 'hour') {
  const [to] = useState(() => new Date(Math.ceil(Date.now() / MINUTE_MS) * MINUTE_MS));
  const from = new Date(to.getTime() - DAY_MS);
  const read = useQuery({ ...askRows('series.read', { series, step, from, to }), refetchInterval: 2 * LIVE_MS });
  return { read, from, to };
}

const pointsOf = (read: Read, name: string) => read.find(({ series }) => series === name)?.points ?? [];

/** Where anything was counted, what was not counted is none. */
function countsOf(read: Read, name: string): Line['points'] {
  const counted = new Map(pointsOf(read, name).map(({ at, value }) => [at.getTime(), value]));
  const times = [...new Set(read.flatMap(({ points }) => points.map(({ at }) => at.getTime())))].sort((a, b) => a - b);
  return times.map((time) => ({ at: new Date(time), value: counted.get(time) ?? 0 }));
}

export function OnlineGraph() {
  const w = words.dashboard;
  return (
    <Graph
      title={w.onlineDay}
      series={['online']}
      step="minute"
      lines={(read) => [{ name: w.onlineLine, tone: '--down', points: pointsOf(read, 'online') }]}
    />
  );
}

export function LoginsGraph() {
  const w = words.dashboard;
  return (
    <Graph
      title={w.loginsDay}
      series={['accepts', 'rejects', 'online']}
      step="hour"
      lines={(read) => [
        { name: w.accepts, tone: '--up', points: countsOf(read, 'accepts') },
        { name: w.refused, tone: '--bad', points: countsOf(read, 'rejects') },
      ]}
    />
  );
}

interface GraphProps {
  readonly title: string;
  readonly series: Series;
  readonly step: 'minute' | 'hour';
  readonly lines: (read: Read) => readonly Line[];
}

function Graph({ title, series, step, lines }: GraphProps) {
  const { read, from, to } = useLastDay(series, step);
  const w = words.dashboard;
  return (
    <Card title={title} className={classes.wide ?? ''}>
      <Answer of={read}>
        {(answer) =>
          answer.every(({ points }) => points.length === 0) ? (
            <Empty icon="chart" title={w.noSeries} hint={w.noSeriesHint} />
          ) : (
            <Chart label={title} lines={lines(answer)} from={from} to={to} />
          )
        }
      </Answer>
    </Card>
  );
}
