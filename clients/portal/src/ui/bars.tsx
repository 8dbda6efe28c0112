interface Props {
  /** Of each bar, from the first to the last. */
  readonly values: readonly number[];
  /** What it shows, in words. */
  readonly label: string;
}

const HEIGHT = 80;
const STEP = 10;

/** Bars, as high as their share of the highest. */
export function Bars({ values, label }: Props) {
  const most = Math.max(...values, Number.MIN_VALUE);
  const width = Math.max(values.length, 7) * STEP;
  return (
    <svg class="bars" viewBox={`0 0 ${width} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={label}>
      {values.map((value, at) => {
        const height = Math.max((value / most) * HEIGHT, value > 0 ? 1 : 0);
        return <rect key={at} x={at * STEP + 1} y={HEIGHT - height} width={STEP - 2} height={height} />;
      })}
    </svg>
  );
}
