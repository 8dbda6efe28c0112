import { type Row, read } from '../api/client.ts';
import { LIVE_MS } from '../api/queries.ts';
import { words } from '../words/words.ts';
import { day } from './day.ts';
import { duration } from './instant.ts';
import { shortSince } from './short-since.ts';
import { count } from './volume.ts';

export type Alert = Row<'alert.list'>;

/** Those that wait for somebody. */
export const WAITING = { open: true, acked: false, muted: false } as const;

/** How many wait. */
export const waitingCount = {
  queryKey: ['alert.list', 'count'],
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<number> => {
    const answer: unknown = await read('alert.list', { ...WAITING, show_count: true }, signal);
    return typeof answer === 'number' ? answer : 0;
  },
  refetchInterval: LIVE_MS,
};

/** What the sentence of an alert is made of. */
type ToldAlert = Pick<
  Alert,
  'kind' | 'nasname' | 'pool_name' | 'since_at' | 'full_on' | 'sessions' | 'measured' | 'compared_to'
>;

/** What an alert says, in the language of the reader and the time of the ISP. */
export function alertSentence(alert: ToldAlert): string {
  const w = words.alerts;
  const { kind, nasname, pool_name, since_at, full_on } = alert;
  const nas = nasname ?? w.aNas;
  const since = since_at ? shortSince(since_at) : '';
  const [sessions, measured, comparedTo] = [alert.sessions ?? 0, alert.measured ?? 0, alert.compared_to ?? 0];
  switch (kind) {
    case 'silent':
      return w.silent(nas, since, count(sessions), sessions);
    case 'reboot':
      return w.reboot(nas, since, count(sessions), sessions);
    case 'api':
      return w.api(nas, since);
    case 'clock':
      return measured < 0 ? w.slow(nas, duration(-measured)) : w.fast(nas, duration(measured));
    case 'coa':
      return w.coa(nas, count(measured), count(comparedTo));
    case 'drift':
      return w.drift(nas, since, count(sessions), sessions);
    case 'rejects':
      return w.rejects(count(measured), count(comparedTo));
    case 'pool':
      return full_on ? w.filling(pool_name ?? '', day(full_on)) : w.full(pool_name ?? '', count(comparedTo));
  }
}
