import { formatTimestamp } from '../../../core/zone.ts';
import type { AlertKind } from './vocabulary.ts';

/** What an alert tells, with the names of what it is about. */
export interface ToldAlert {
  readonly kind: AlertKind;
  readonly nas: string | null;
  readonly pool: string | null;
  readonly sinceAt: Date | null;
  readonly sessions: number | null;
  readonly measured: number | null;
  readonly comparedTo: number | null;
  readonly fullOn: string | null;
}

/** One sentence for people who are not in the console, with times of the ISP's zone. */
export function alertSentence(alert: ToldAlert, zone: string): string {
  const { kind, nas, pool, fullOn } = alert;
  const [sessions, measured, comparedTo] = [alert.sessions ?? 0, alert.measured ?? 0, alert.comparedTo ?? 0];
  const since = sinceOf(alert, zone);
  switch (kind) {
    case 'silent':
      return `${nas} silent since ${since}; ${counted(sessions)} at stake`;
    case 'reboot':
      return `${nas} restarted at ${since}; ${counted(sessions)} ended`;
    case 'clock':
      return `The clock of ${nas} is ${Math.abs(measured)} s ${measured < 0 ? 'slow' : 'fast'}`;
    case 'coa':
      return `${nas} left ${measured} of ${comparedTo} CoA requests unanswered in an hour`;
    case 'drift':
      return `${counted(sessions)} on ${nas} without the right rate since ${since}`;
    case 'api':
      return `${nas} has not answered its API since ${since}`;
    case 'rejects':
      return `${measured} log-ins refused in an hour; ${comparedTo} are usual`;
    case 'pool':
      return fullOn === null
        ? `“${pool}” is full: all ${comparedTo} addresses are in use`
        : `“${pool}” is full on ${fullOn} at this pace`;
  }
}

/** To the minute. */
export const sinceOf = ({ sinceAt }: ToldAlert, zone: string): string =>
  sinceAt === null ? '' : formatTimestamp(sinceAt, zone).slice(0, 16);

const counted = (sessions: number): string => (sessions === 1 ? '1 session' : `${sessions} sessions`);
