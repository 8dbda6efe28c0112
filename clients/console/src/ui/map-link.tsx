import { Button } from '@mantine/core';
import { words } from '../words/words.ts';
import { Icon } from './icons.tsx';

interface Place {
  readonly latitude: string | null;
  readonly longitude: string | null;
}

/** Opens the map of the phone, whichever it has. */
export function MapLink({ to: { latitude, longitude } }: { to: Place }) {
  if (latitude === null || longitude === null) return null;
  return (
    <Button
      component="a"
      href={`https://www.google.com/maps/search/?api=1&query=${latitude},${longitude}`}
      target="_blank"
      rel="noreferrer"
      variant="default"
      leftSection={<Icon name="pin" size={16} />}
    >
      {words.visits.map}
    </Button>
  );
}
