import type { Choice } from '../../ui/form-fields.ts';

export const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;

interface Placed {
  readonly location_code: string | null;
}

/** The name of a location; of none, what holds everywhere else is called `everywhere`. */
export const placeOf = ({ location_code: code }: Placed, locations: readonly Choice[], everywhere: string): string =>
  code === null ? everywhere : (locations.find(({ value }) => value === code)?.label ?? code);
