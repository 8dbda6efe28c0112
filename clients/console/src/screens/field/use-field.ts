import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { askRows, LIVE_MS } from '../../api/queries.ts';
import { useMe } from '../../api/session.ts';
import { addDays, today } from '../../ui/day.ts';
import { keepVisits, readKept, type Visit } from './kept-visits.ts';
import { type Outbox, outboxOf } from './outbox.ts';
import type { Stored } from './unsent.ts';

const ALL = 100;

interface Field {
  /** Today's and tomorrow's, as they are with what was done since; undefined: they are not known. */
  readonly visits: readonly Visit[] | undefined;
  readonly error: Error | null;
  readonly refetch: () => Promise<unknown>;
  readonly outbox: Outbox;
  readonly unsent: readonly Stored[];
}

/** The visits of the caller, from the node or as this phone kept them. */
export function useField(): Field {
  const who = useMe();
  const outbox = outboxOf(who.userid);
  const unsent = useSyncExternalStore(outbox.onChange, outbox.actions);
  const days = { day_from: today(), day_upto: addDays(today(), 1), rows_limit: ALL };
  const { data, error, refetch } = useQuery({ ...askRows('visit.mine', days), refetchInterval: LIVE_MS });
  const [kept, setKept] = useState<readonly Visit[]>();
  useEffect(() => {
    if (data) void keepVisits(who, data).catch(() => undefined);
    else
      void readKept(who.userid).then(
        (found) => setKept(found?.visits),
        () => undefined,
      );
  }, [data, who]);
  useRefetchWhenSent(unsent.length);
  const found = data ?? kept;
  const visits = useMemo(() => found?.map((visit) => withUnsent(visit, unsent)), [found, unsent]);
  return { visits, error, refetch, outbox, unsent };
}

/** What was sent shows in the visits of the node. */
function useRefetchWhenSent(count: number): void {
  const queries = useQueryClient();
  const [before, setBefore] = useState(count);
  useEffect(() => {
    if (count < before) void queries.invalidateQueries({ queryKey: ['visit.mine'] });
    setBefore(count);
  }, [count, before, queries]);
}

/** As it is with the last of what was done and not yet sent. */
const withUnsent = (visit: Visit, unsent: readonly Stored[]): Visit => {
  const last = unsent.findLast(({ visitid, refused }) => visitid === visit.id && refused === undefined);
  return last ? { ...visit, state: last.move.state } : visit;
};
