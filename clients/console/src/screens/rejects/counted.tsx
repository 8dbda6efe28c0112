import { useQuery } from '@tanstack/react-query';
import { type Row, read } from '../../api/client.ts';
import { LIVE_MS } from '../../api/queries.ts';
import { useMe } from '../../api/session.ts';
import { CountButtons } from '../../ui/count-buttons.tsx';
import { addDays, day, today } from '../../ui/day.ts';
import { count } from '../../ui/volume.ts';
import { words } from '../../words/words.ts';

type Kind = Row<'session.rejects'>['kind'];

/** Each has a word. */
export const KINDS = Object.keys(words.rejects.kinds) as Kind[];

const DAY_MS = 86_400_000;

/** The node keeps minutes for two days, and hours, which are complete some minutes later. */
function timeOf(of: string | undefined) {
  if (of === undefined) {
    const now = Date.now();
    return { from: new Date(now - DAY_MS), to: new Date(now), step: 'minute' } as const;
  }
  return { from: of, to: of, step: of >= addDays(today(), -1) ? 'minute' : 'hour' } as const;
}

/** How many log-ins were refused in a day, by kind of reason; those with none are left out. */
function useCounts(of: string | undefined, isCounted: boolean): readonly (readonly [Kind, number])[] {
  const counts = useQuery({
    queryKey: ['series.read', 'rejects', of],
    queryFn: ({ signal }) => read('series.read', { series: [...KINDS], ...timeOf(of) }, signal),
    refetchInterval: LIVE_MS,
    enabled: isCounted,
  });
  const sums = (counts.data ?? []).map(
    ({ series, points }) => [series as Kind, points.reduce((sum, { value }) => sum + value, 0)] as const,
  );
  return sums.filter(([, sum]) => sum > 0).sort(([, one], [, other]) => other - one);
}

interface CountedProps {
  /** The parameters of the list. */
  readonly of: Readonly<Record<string, unknown>>;
  /** The kind that the list is narrowed to. */
  readonly chosen: string | undefined;
  readonly onChoose: (kind: Kind | undefined) => void;
}

/** What refuses most, above the list; each narrows the list to itself. */
export function Counted({
  of: { date_from, username, nasid, mac, planid, location_code },
  chosen,
  onChoose,
}: CountedProps) {
  const { restricted } = useMe();
  // The node counts neither by location, NAS, plan, user nor device.
  const isCounted =
    !restricted && [username, nasid, mac, planid, location_code].every((filter) => filter === undefined);
  const on = typeof date_from === 'string' ? date_from : undefined;
  const counts = useCounts(on, isCounted);
  const w = words.rejects;
  if (!isCounted || counts.length === 0) return null;
  return (
    <CountButtons
      label={on ? w.countedOn(day(on)) : w.counted}
      counts={counts.map(([kind, sum]) => [kind, `${w.kinds[kind]} ${count(sum)}`])}
      chosen={chosen}
      onChoose={onChoose}
    />
  );
}
