import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ask, LIVE_MS } from '../../api/queries.ts';
import { count } from '../../ui/volume.ts';
import { words } from '../../words/words.ts';
import { isEnded, type Status } from './moves.ts';
import classes from './tickets.module.css';

/** The node counts no further. */
const MAX_COUNT = 10_000;
const COUNTED = ['assigned_to', 'categoryid', 'priority', 'queueid'];

interface CountedProps {
  /** The parameters of the list. */
  readonly of: Readonly<Record<string, unknown>>;
  readonly chosen: string | undefined;
  readonly onChoose: (status: Status | undefined) => void;
}

/** How many tickets wait in each status, above the list; each narrows the list to itself. */
export function Counted({ of, chosen, onChoose }: CountedProps) {
  const filters = Object.fromEntries(Object.entries(of).filter(([name]) => COUNTED.includes(name)));
  const counts = useQuery({ ...ask('ticket.status_count', filters), refetchInterval: LIVE_MS });
  const found = Object.entries(counts.data ?? {}) as [Status, number][];
  const pending = found.filter(([status, number]) => !isEnded(status) && number > 0);
  if (pending.length === 0) return null;
  return (
    <fieldset className={classes.counted} aria-label={words.tickets.counted}>
      {pending.map(([status, number]) => (
        <Button
          key={status}
          size="compact-sm"
          variant={status === chosen ? 'filled' : 'default'}
          aria-pressed={status === chosen}
          className={classes.status ?? ''}
          onClick={() => onChoose(status === chosen ? undefined : status)}
        >
          {words.timeline.ticketStatuses[status]}{' '}
          {number >= MAX_COUNT ? words.leads.orMore(count(MAX_COUNT)) : count(number)}
        </Button>
      ))}
    </fieldset>
  );
}
