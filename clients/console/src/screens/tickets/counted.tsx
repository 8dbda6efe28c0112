import { useQuery } from '@tanstack/react-query';
import { ask, LIVE_MS } from '../../api/queries.ts';
import { CountButtons } from '../../ui/count-buttons.tsx';
import { count } from '../../ui/volume.ts';
import { words } from '../../words/words.ts';
import { isEnded, type Status } from './moves.ts';

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
  const { tickets: w, timeline, leads } = words;
  const shown = (number: number) => (number >= MAX_COUNT ? leads.orMore(count(MAX_COUNT)) : count(number));
  return (
    <CountButtons
      label={w.counted}
      counts={pending.map(([status, number]) => [status, `${timeline.ticketStatuses[status]} ${shown(number)}`])}
      chosen={chosen}
      onChoose={onChoose}
    />
  );
}
