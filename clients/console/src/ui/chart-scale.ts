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

/** 1, 2, 4, 5 or 10 times a power of ten, so that its half is round too. */
export function niceMax(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return [1, 2, 4, 5, 10].map((times) => times * power).find((nice) => nice >= value) ?? value;
}
