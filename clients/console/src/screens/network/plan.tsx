import { useElementSize } from '@mantine/hooks';
import { Card } from '../../ui/screen.tsx';
import { count } from '../../ui/volume.ts';
import { words } from '../../words/words.ts';
import type { Node } from './groups.ts';
import classes from './network.module.css';
import { type Placed, planOf } from './projection.ts';

/** Where the NASes stand. Drawn here, without tiles of other sites; the list says the same in words. */
export function NetworkPlan({ nases }: { nases: readonly Node[] }) {
  const w = words.networkNow;
  const { ref, width } = useElementSize();
  const plan = planOf(nases, width);
  return (
    <Card title={w.plan} hint={w.planHint}>
      <div ref={ref}>
        {plan && (
          <svg
            className={classes.plan}
            width={width}
            height={plan.height}
            role="img"
            aria-label={w.planText(count(plan.placed.length))}
          >
            <Scale {...plan.scale} y={plan.height - 12} />
            {plan.placed.map((one) => (
              <Mark key={one.nas.id} of={one} />
            ))}
          </svg>
        )}
      </div>
    </Card>
  );
}

const toneOf = ({ silent, alerts, auth_heard_at, acct_heard_at }: Node): 'bad' | 'warn' | 'good' | 'idle' => {
  if (silent) return 'bad';
  if (alerts > 0) return 'warn';
  return auth_heard_at || acct_heard_at ? 'good' : 'idle';
};

/** States differ in shape as well as in colour, as in the list. */
const SHAPES = {
  bad: 'M-5-5 5 5M5-5-5 5',
  warn: 'M0-7 7 6H-7Z',
  good: 'M0-5.5a5.5 5.5 0 1 1 0 11 5.5 5.5 0 0 1 0-11Z',
  idle: 'M0-5a5 5 0 1 1 0 10 5 5 0 0 1 0-10Z',
} as const;

function Mark({ of: { nas, x, y, isLeft, isNamed } }: { of: Placed }) {
  const tone = toneOf(nas);
  return (
    <g transform={`translate(${x} ${y})`} className={classes[tone]} data-tone={tone}>
      <title>{nas.name}</title>
      <circle r={8} className={classes.halo} />
      <path d={SHAPES[tone]} />
      {isNamed && (
        <text x={isLeft ? -13 : 13} y={4} textAnchor={isLeft ? 'end' : 'start'}>
          {nas.name}
        </text>
      )}
    </g>
  );
}

function Scale({ metres, length, y }: { metres: number; length: number; y: number }) {
  const w = words.networkNow;
  const text = metres >= 1000 ? w.kilometres(count(metres / 1000)) : w.metres(count(metres));
  return (
    <g className={classes.scale}>
      <path d={`M8 ${y - 5}v5h${length}v-5`} />
      <text x={length + 14} y={y + 1}>
        {text}
      </text>
    </g>
  );
}
