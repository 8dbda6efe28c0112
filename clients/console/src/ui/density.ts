import { useLocalStorage } from '@mantine/hooks';

export const DENSITIES = ['comfortable', 'compact'] as const;
export type Density = (typeof DENSITIES)[number];

/** How close the rows of lists stand. This browser remembers it for all of them. */
export function useDensity() {
  const [stored, setDensity] = useLocalStorage<string>({
    key: 'lastmile-density',
    defaultValue: 'comfortable',
    getInitialValueInEffect: false,
  });
  const density: Density = stored === 'compact' ? 'compact' : 'comfortable';
  return [density, setDensity as (chosen: Density) => void] as const;
}
