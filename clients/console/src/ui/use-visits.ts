import { useQuery } from '@tanstack/react-query';
import { ask, askRows } from '../api/queries.ts';
import { useMe } from '../api/session.ts';
import { visitsOfToday } from './visits.ts';

/** All that somebody works on; nobody has as many. */
const OWN = 100;
/** Of the leads that nobody works on, those of each stage that have waited longest. */
const OTHERS = 50;

/** Where the caller has to go today. Not asked of those who do not go out. */
export function useVisits(goesOut = true) {
  const { userid } = useMe();
  const own = useQuery({ ...askRows('lead.list', { assigned_to: userid, rows_limit: OWN }), enabled: goesOut });
  const board = useQuery({ ...ask('lead.board', { limit: OTHERS }), enabled: goesOut });
  const all = own.data && board.data && [...own.data, ...board.data.flatMap(({ leads }) => leads)];
  return {
    data: all && visitsOfToday([...new Map(all.map((lead) => [lead.id, lead])).values()], userid),
    error: own.error ?? board.error,
    refetch: () => Promise.all([own.refetch(), board.refetch()]),
  };
}
