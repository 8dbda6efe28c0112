import { Button, Group } from '@mantine/core';
import { words } from '../words/words.ts';
import { fieldText } from './field-text.ts';
import type { DrawnField } from './form-fields.ts';
import classes from './their-value.module.css';
import type { Side, Theirs } from './theirs.ts';

interface TheirValueProps {
  readonly field: DrawnField;
  readonly value: Theirs;
  readonly onChoose: (side: Side) => void;
}

/** Below a field: what somebody else made of it, beside one's own. */
export function TheirValue({ field, value: { mine, theirs, side }, onChoose }: TheirValueProps) {
  const w = words.common;
  const choices = [
    { of: 'theirs', label: w.takeTheirs(fieldText(field, theirs)) },
    { of: 'mine', label: w.keepMine(fieldText(field, mine)) },
  ] as const;
  return (
    <fieldset className={classes.theirs}>
      <legend>{w.changedMeanwhile(field.label)}</legend>
      <Group gap={6}>
        {choices.map(({ of, label }) => (
          <Button
            key={of}
            size="compact-sm"
            variant={side === of ? 'filled' : 'default'}
            aria-pressed={side === of}
            onClick={() => onChoose(of)}
          >
            {label}
          </Button>
        ))}
      </Group>
    </fieldset>
  );
}
