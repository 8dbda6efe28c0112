import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Icon } from '../../ui/icons.tsx';
import { count } from '../../ui/volume.ts';
import { servicesWith } from './plan-services.tsx';

interface TouchedProps {
  /** Which services have what is changed. */
  readonly filters: Readonly<Record<string, number>>;
  readonly sentence: (services: number, text: string) => string;
}

/** How many services a change touches. */
export function Touched({ filters, sentence }: TouchedProps) {
  const services = useQuery(servicesWith(filters));
  if (services.data === undefined) return null;
  return (
    <Alert color={services.data > 0 ? 'amber' : 'gray'} icon={<Icon name="info" />}>
      {sentence(services.data, count(services.data))}
    </Alert>
  );
}
