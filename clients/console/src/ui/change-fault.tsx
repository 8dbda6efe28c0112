import { Alert } from '@mantine/core';
import { sentenceOf } from '../api/faults.ts';
import { words } from '../words/words.ts';
import { Icon } from './icons.tsx';
import { Refusal } from './preview.tsx';

interface Change {
  readonly error: unknown;
  readonly isUnknown: boolean;
}

/** Why a change was refused, or that its answer was lost and what becomes of it. */
export function ChangeFault({ of: { error, isUnknown } }: { of: Change }) {
  if (isUnknown) return <Unanswered />;
  return error ? <Refusal sentence={sentenceOf(error)} /> : null;
}

/** It is not known whether a change has arrived; it is sent again by itself. */
export function Unanswered() {
  return (
    <Alert color="amber" icon={<Icon name="alert" />} role="alert">
      {words.line.repeated}
    </Alert>
  );
}
