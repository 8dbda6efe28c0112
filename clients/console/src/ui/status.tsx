import { words } from '../words/words.ts';
import classes from './status.module.css';

type Shape = 'disc' | 'half' | 'cross' | 'bars' | 'ring' | 'square';

/** Statuses differ in shape as well as in colour. */
const LOOKS: Readonly<Record<string, { shape: Shape; tone: string }>> = {
  Active: { shape: 'disc', tone: 'good' },
  NP: { shape: 'half', tone: 'warn' },
  NPD: { shape: 'cross', tone: 'bad' },
  Suspend: { shape: 'bars', tone: 'idle' },
  NewRequest: { shape: 'ring', tone: 'new' },
  online: { shape: 'disc', tone: 'good' },
  offline: { shape: 'ring', tone: 'idle' },
  Paid: { shape: 'disc', tone: 'good' },
  Open: { shape: 'half', tone: 'warn' },
  Overdue: { shape: 'cross', tone: 'bad' },
  Cancelled: { shape: 'cross', tone: 'idle' },
  Accept: { shape: 'disc', tone: 'good' },
  Reject: { shape: 'cross', tone: 'bad' },
  Reduced: { shape: 'half', tone: 'warn' },
  Silent: { shape: 'cross', tone: 'bad' },
  Heard: { shape: 'disc', tone: 'good' },
  Failed: { shape: 'cross', tone: 'bad' },
  Running: { shape: 'ring', tone: 'new' },
};

const SHAPES: Readonly<Record<Shape, string>> = {
  disc: 'M6 1a5 5 0 1 1 0 10A5 5 0 0 1 6 1Z',
  half: 'M6 1a5 5 0 0 0 0 10ZM6 1a5 5 0 0 1 0 10',
  cross: 'M2.2 2.2 9.8 9.8M9.8 2.2 2.2 9.8',
  bars: 'M4 2v8M8 2v8',
  ring: 'M6 1.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9Z',
  square: 'M2 2h8v8H2Z',
};

const FILLED: readonly Shape[] = ['disc', 'square'];

interface StatusProps {
  readonly of: string;
  /** Instead of the usual word. */
  readonly label?: string;
}

/** A status: its shape, and its word. */
export function Status({ of, label }: StatusProps) {
  const { shape, tone } = LOOKS[of] ?? { shape: 'square', tone: 'idle' };
  return (
    <span className={classes.status}>
      <svg width={11} height={11} viewBox="0 0 12 12" className={classes[tone]} aria-hidden="true">
        <path
          d={SHAPES[shape]}
          fill={FILLED.includes(shape) ? 'currentColor' : 'none'}
          stroke="currentColor"
          strokeWidth={1.9}
          strokeLinecap="round"
        />
        {shape === 'half' && <path d="M6 1a5 5 0 0 0 0 10Z" fill="currentColor" />}
      </svg>
      <span>{label ?? (words.status as Readonly<Record<string, string>>)[of] ?? of}</span>
    </span>
  );
}

/** Only the shape, for narrow columns. */
export function OnlineMark({ online }: { online: boolean }) {
  return <Status of={online ? 'online' : 'offline'} />;
}
