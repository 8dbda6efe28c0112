import { z } from 'zod';
import * as wire from '../../../core/wire/index.ts';
import { BUCKET_MS, BUCKETS_PER_HOUR, HOUR_MS, PERIODS } from './vocabulary.ts';

export const period = () => wire.oneOf(PERIODS).default('day');

const graphShape = {
  period: wire.oneOf(PERIODS),
  from: wire.timestamp(),
  upto: wire.timestamp(),
  /** Seconds of a step. */
  step: wire.amount(),
};

const rates = {
  at: wire.timestamp(),
  /** Kbps, the average of the step. */
  dl: wire.amount(),
  ul: wire.amount(),
};

/** Steps in order; one without traffic has no point. */
export const trafficGraph = z.object({ ...graphShape, points: z.array(z.object(rates)) });

/** `online`: the highest number of open sessions in the step. */
export const nasGraph = z.object({
  ...graphShape,
  points: z.array(z.object({ ...rates, online: wire.amount() })),
});

export type Period = (typeof PERIODS)[number];
export type TrafficGraph = z.output<typeof trafficGraph>;

/** Steps of a graph that begin at a time and last until another, both at the beginning of a step. */
export interface Span extends Omit<TrafficGraph, 'points'> {
  readonly stepMs: number;
}

const DAY_MS = 86_400_000;

/** The last day or week, up to the step that is over. */
export function spanOf(period: Period, now: Date): Span {
  const [stepMs, days] = period === 'day' ? [BUCKET_MS, 1] : [HOUR_MS, 7];
  const upto = Math.floor(now.getTime() / stepMs) * stepMs;
  return { period, from: new Date(upto - days * DAY_MS), upto: new Date(upto), step: stepMs / 1000, stepMs };
}

/** At most 288 points, or 168. */
export const graphOf = <P>({ period, from, upto, step }: Span, points: P[]) => ({ period, from, upto, step, points });

export const kbpsOf = (octets: number, { step }: Pick<Span, 'step'>): number => Math.round((octets * 8) / 1000 / step);

/** A row of `radius.traffic_hour`, or the sum of some. */
export interface HourOfBuckets {
  readonly hour: number;
  readonly buckets: readonly number[];
}

/** The hours that a span touches. */
export function hoursOf({ from, upto }: Pick<Span, 'from' | 'upto'>): number[] {
  const first = Math.floor(from.getTime() / HOUR_MS);
  const last = Math.floor((upto.getTime() - 1) / HOUR_MS);
  return Array.from({ length: last - first + 1 }, (_, at) => first + at);
}

/** The points of a span; none that ends after `known`, up to which everything was reported. */
export function pointsOf(rows: readonly HourOfBuckets[], span: Span, known: number): TrafficGraph['points'] {
  const upto = Math.min(span.upto.getTime(), known);
  const steps = span.period === 'day' ? rows.flatMap(bucketsOf) : rows.map(wholeHour);
  return steps
    .filter(({ at, up, down }) => at >= span.from.getTime() && at + span.stepMs <= upto && up + down > 0)
    .map(({ at, up, down }) => ({ at: new Date(at), dl: kbpsOf(down, span), ul: kbpsOf(up, span) }));
}

interface Step {
  readonly at: number;
  readonly up: number;
  readonly down: number;
}

function bucketsOf({ hour, buckets }: HourOfBuckets): Step[] {
  return Array.from({ length: BUCKETS_PER_HOUR }, (_, at) => ({
    at: hour * HOUR_MS + at * BUCKET_MS,
    ...{ up: buckets[at] ?? 0, down: buckets[BUCKETS_PER_HOUR + at] ?? 0 },
  }));
}

function wholeHour({ hour, buckets }: HourOfBuckets): Step {
  const sum = (from: number) => buckets.slice(from, from + BUCKETS_PER_HOUR).reduce((all, octets) => all + octets, 0);
  return { at: hour * HOUR_MS, up: sum(0), down: sum(BUCKETS_PER_HOUR) };
}
