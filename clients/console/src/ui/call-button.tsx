import { Button } from '@mantine/core';
import { words } from '../words/words.ts';
import { Icon } from './icons.tsx';
import { isMasked } from './phone-number.tsx';

/** Dials a number, on a telephone. Nothing dials a masked one. */
export function CallButton({ number }: { number: string }) {
  if (isMasked(number)) return <span>{number}</span>;
  return (
    <Button
      component="a"
      href={`tel:${number}`}
      variant="default"
      aria-label={`${words.leads.call} ${number}`}
      leftSection={<Icon name="phone" size={16} />}
    >
      {number}
    </Button>
  );
}
