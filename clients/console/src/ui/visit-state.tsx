import type { Row } from '../api/client.ts';
import { words } from '../words/words.ts';
import { Status } from './status.tsx';

type Visit = Row<'visit.list'>;

/** How they look, by the statuses of the console. */
const LOOKS: Readonly<Record<Visit['state'], string>> = {
  Booked: 'NewRequest',
  OnWay: 'Open',
  Started: 'Open',
  Done: 'Paid',
  Failed: 'Suspend',
  Cancelled: 'Cancelled',
};

export const visitState = ({ state }: Pick<Visit, 'state'>) => (
  <Status of={LOOKS[state]} label={words.visits.states[state]} />
);
