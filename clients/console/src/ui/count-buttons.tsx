import { Button } from '@mantine/core';
import classes from './count-buttons.module.css';

interface CountButtonsProps<K extends string> {
  readonly label: string;
  /** With what each button says. */
  readonly counts: readonly (readonly [K, string])[];
  /** What the list is narrowed to. */
  readonly chosen: string | undefined;
  /** Undefined: to nothing any more. */
  readonly onChoose: (key: K | undefined) => void;
}

/** Figures above a list, each of which narrows the list to itself. */
export function CountButtons<K extends string>({ label, counts, chosen, onChoose }: CountButtonsProps<K>) {
  return (
    <fieldset className={classes.counted} aria-label={label}>
      {counts.map(([key, text]) => (
        <Button
          key={key}
          size="compact-sm"
          variant={key === chosen ? 'filled' : 'default'}
          aria-pressed={key === chosen}
          className={classes.count ?? ''}
          onClick={() => onChoose(key === chosen ? undefined : key)}
        >
          {text}
        </Button>
      ))}
    </fieldset>
  );
}
