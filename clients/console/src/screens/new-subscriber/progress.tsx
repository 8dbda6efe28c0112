import { words } from '../../words/words.ts';
import classes from './new-subscriber.module.css';
import { STEPS } from './steps.ts';

interface ProgressProps {
  readonly at: number;
  readonly mayOpen: (step: number) => boolean;
  readonly onGo: (step: number) => void;
}

/** Which step this is, and the way to others. */
export function Progress({ at, mayOpen, onGo }: ProgressProps) {
  const w = words.newSubscriber;
  return (
    <ol className={classes.steps} aria-label={w.stepOf(at + 1, STEPS.length)}>
      {STEPS.map((step, index) => (
        <li key={step} className={classes.step} aria-current={index === at ? 'step' : undefined}>
          <button type="button" disabled={index === at || !mayOpen(index)} onClick={() => onGo(index)}>
            <span className={classes.number}>{index + 1}</span>
            {w.steps[step]}
          </button>
        </li>
      ))}
    </ol>
  );
}
