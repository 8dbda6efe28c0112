export interface Line {
  readonly name: string;
  /** A custom property: `--down`. */
  readonly tone: string;
  readonly points: readonly { readonly at: Date; readonly value: number }[];
}

export function nearest(points: Line['points'], time: number): Line['points'][number] | undefined {
  return points.reduce<Line['points'][number] | undefined>(
    (best, point) => (!best || Math.abs(point.at.getTime() - time) < Math.abs(best.at.getTime() - time) ? point : best),
    undefined,
  );
}

/** Of a scale of counts: little above the highest, and its half is round too. */
const TIMES = [1, 1.2, 1.6, 2, 2.4, 3, 4, 5, 6, 8, 10];

/** The end of a scale that fits: at least two thirds of it are used. */
export function niceMax(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  const fitting = TIMES.map((times) => Math.round(times * power * 100) / 100);
  // Below ten, halves of odd numbers are no counts.
  const round = power >= 10 ? fitting : fitting.filter((nice) => nice === 1 || nice % 2 === 0);
  return round.find((nice) => nice >= value) ?? value;
}

const MINUTE = 60_000;
const STEPS = [1, 2, 5, 10, 15, 30, 60, 120, 180, 360, 720, 1_440, 2_880, 10_080].map((minutes) => minutes * MINUTE);

/**
 * At most so many times within, at round hours or minutes of a clock that is `offset` milliseconds ahead of UTC. Those at the
 * very ends are left out, since their labels would not fit.
 */
export function roundTimes(from: number, to: number, atMost: number, offset: number): number[] {
  const step = STEPS.find((each) => (to - from) / each <= atMost) ?? to - from;
  const margin = (to - from) / 40;
  const times: number[] = [];
  for (let at = Math.ceil((from + margin + offset) / step) * step - offset; at <= to - margin; at += step)
    times.push(at);
  return times;
}
