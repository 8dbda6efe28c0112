import { Table } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { type MouseEvent, useState } from 'react';
import { words } from '../words/words.ts';
import classes from './chart.module.css';
import { type Line, nearest, niceMax, roundTimes } from './chart-scale.ts';
import { dayOfMonth, instant, timeOfDay, zoneOffset } from './instant.ts';
import { count } from './volume.ts';

interface ChartProps {
  readonly label: string;
  readonly lines: readonly Line[];
  readonly from: Date;
  readonly to: Date;
  readonly format?: (value: number) => string;
}

const HEIGHT = 180;
const LEFT = 44;
const BOTTOM = 22;
const TOP = 8;
const DAY_MS = 86_400_000;

/** Values over time, as lines, and as a table for those who read them. */
export function Chart({ label, lines, from, to, format = count }: ChartProps) {
  const { ref, width } = useElementSize();
  const [near, setNear] = useState<number>();
  const max = niceMax(Math.max(1, ...lines.flatMap(({ points }) => points.map(({ value }) => value))));
  const span = Math.max(1, to.getTime() - from.getTime());
  const x = (at: number) => LEFT + ((at - from.getTime()) / span) * Math.max(0, width - LEFT - 4);
  const y = (value: number) => TOP + (1 - value / max) * (HEIGHT - TOP - BOTTOM);
  const onMove = ({ nativeEvent }: MouseEvent) =>
    setNear(from.getTime() + ((nativeEvent.offsetX - LEFT) / Math.max(1, width - LEFT - 4)) * span);
  const scale = { x, y, max, width, from, to };
  return (
    <figure className={classes.figure} aria-label={label}>
      <Legend lines={lines} near={near} format={format} />
      <div ref={ref}>
        {width > 0 && (
          <svg
            width={width}
            height={HEIGHT}
            aria-hidden="true"
            onMouseMove={onMove}
            onMouseLeave={() => setNear(undefined)}
          >
            <Axes {...scale} format={format} />
            {lines.map(({ name, tone, points }) => (
              <polyline
                key={name}
                className={classes.line}
                style={{ stroke: `var(${tone})` }}
                points={points.map(({ at, value }) => `${x(at.getTime())},${y(value)}`).join(' ')}
              />
            ))}
            {near !== undefined && near >= from.getTime() && (
              <line className={classes.cursor} x1={x(near)} x2={x(near)} y1={TOP} y2={HEIGHT - BOTTOM} />
            )}
          </svg>
        )}
      </div>
      <AsTable lines={lines} format={format} />
    </figure>
  );
}

interface AxesProps {
  readonly x: (at: number) => number;
  readonly y: (value: number) => number;
  readonly max: number;
  readonly width: number;
  readonly from: Date;
  readonly to: Date;
  readonly format: (value: number) => string;
}

function Axes({ x, y, max, width, from, to, format }: AxesProps) {
  const label = to.getTime() - from.getTime() > 2 * DAY_MS ? dayOfMonth : timeOfDay;
  const ticks = Math.max(2, Math.min(6, Math.floor(width / 110)));
  return (
    <>
      {[0, max / 2, max].map((value) => (
        <g key={value}>
          <line className={classes.grid} x1={LEFT} x2={width} y1={y(value)} y2={y(value)} />
          <text className={classes.label} x={LEFT - 6} y={y(value) + 4} textAnchor="end">
            {format(value)}
          </text>
        </g>
      ))}
      {roundTimes(from.getTime(), to.getTime(), ticks, zoneOffset(from)).map((at) => (
        <text key={at} className={classes.label} x={x(at)} y={HEIGHT - 5} textAnchor="middle">
          {label(new Date(at))}
        </text>
      ))}
    </>
  );
}

interface LegendProps {
  readonly lines: readonly Line[];
  readonly near: number | undefined;
  readonly format: (value: number) => string;
}

/** The names, with the values under the pointer, or the latest. */
function Legend({ lines, near, format }: LegendProps) {
  return (
    <div className={classes.legend}>
      {lines.map(({ name, tone, points }) => {
        const point = near === undefined ? points.at(-1) : nearest(points, near);
        return (
          <span key={name} className={classes.entry}>
            <span className={classes.swatch} style={{ background: `var(${tone})` }} />
            {name} {point && <b>{format(point.value)}</b>} {point && near !== undefined && instant(point.at)}
          </span>
        );
      })}
    </div>
  );
}

function AsTable({ lines, format }: Pick<ChartProps, 'lines'> & { format: (value: number) => string }) {
  const [isOpen, setOpen] = useState(false);
  const times = [...new Set(lines.flatMap(({ points }) => points.map(({ at }) => at.getTime())))].sort((a, b) => b - a);
  return (
    <details className={classes.table} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{words.dashboard.showTable}</summary>
      {isOpen && (
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{words.dashboard.time}</Table.Th>
              {lines.map(({ name }) => (
                <Table.Th key={name}>{name}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {times.slice(0, 200).map((time) => (
              <Table.Tr key={time}>
                <Table.Td>{instant(new Date(time))}</Table.Td>
                {lines.map(({ name, points }) => (
                  <Table.Td key={name}>{valueAt(points, time, format)}</Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </details>
  );
}

function valueAt(points: Line['points'], time: number, format: (value: number) => string): string {
  const point = points.find(({ at }) => at.getTime() === time);
  return point ? format(point.value) : '';
}
