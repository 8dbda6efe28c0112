import { choiceWord } from '../../ui/choice-word.ts';
import { day, today } from '../../ui/day.ts';
import { timeOfDay } from '../../ui/instant.ts';
import { money } from '../../ui/money.ts';
import { Status } from '../../ui/status.tsx';
import type { SubscriberRecord } from '../../ui/subscriber-record.ts';
import { gigabytes, speed } from '../../ui/volume.ts';
import { words } from '../../words/words.ts';
import classes from './subscriber.module.css';

export type Verdict = NonNullable<SubscriberRecord['verdict']>;

const LOOK: Readonly<Record<Verdict['verdict'], string>> = {
  online: 'online',
  reduced: 'Reduced',
  blocked: 'Reject',
  incident: 'Silent',
  silent: 'Silent',
  refused: 'Reject',
  offline: 'offline',
  never: 'offline',
  new: 'NewRequest',
};

/** The answer to most calls, by the rule of the node. */
export function VerdictLine({ of }: { of: Verdict }) {
  return (
    <p className={classes.verdict} title={of.text}>
      <Status of={LOOK[of.verdict]} label={verdictText(of)} />
    </p>
  );
}

/** In the language of the reader: `Blocked since 23 Nov: ₹1,827.82 unpaid`. */
function verdictText(of: Verdict): string {
  const [what, ...why] = [headOf(of), ...whyOf(of)].filter((part) => part !== null);
  return why.length === 0 ? String(what) : `${what}: ${why.join('; ')}`;
}

function headOf(of: Verdict): string {
  const { verdict, since, dl, refusals } = of;
  const w = words.verdict;
  const at = since && shortInstant(since);
  const rate = dl === null || dl === 0 ? '' : ` ${w.at(speed(dl))}`;
  switch (verdict) {
    case 'new':
      return w.started(at);
    case 'blocked':
      return w.blocked(at);
    case 'online':
      return w.online(at) + rate;
    case 'reduced':
      return w.online(null) + rate;
    case 'incident':
      return w.incident(choiceWord(of.incident_kind ?? 'Outage'), at);
    case 'silent':
    case 'offline':
      return w.offline(at);
    case 'refused':
      return w.refused(refusals, at);
    case 'never':
      return w.never;
  }
}

function whyOf(of: Verdict): readonly (string | null)[] {
  const w = words.verdict;
  switch (of.verdict) {
    case 'blocked':
      return blockedBy(of);
    case 'reduced':
      return reducedBy(of);
    case 'incident':
      return [of.incident, of.expected_at && w.expected(shortInstant(of.expected_at))];
    case 'silent':
      return [w.silent(of.nas)];
    case 'offline':
      return [of.reason && ((words.timeline.causes as Readonly<Record<string, string>>)[of.reason] ?? of.reason)];
    case 'refused':
    case 'never':
      return [of.reason];
    default:
      return [];
  }
}

function blockedBy(of: Verdict): readonly (string | null)[] {
  const w = words.verdict;
  const unpaid = of.amount === null ? null : w.unpaid(money(of.amount));
  const broken = of.promise === 'used' ? w.promiseUsed : null;
  const ended = of.upto === null ? null : w.periodEnded(day(of.upto));
  switch (of.cause) {
    case 'volume':
      return [volumeOf(of), unpaid];
    case 'expired':
      return [ended, unpaid, broken];
    case 'suspended':
      return [w.suspended, unpaid];
    case 'unbilled':
      return [w.unbilled];
    default:
      return [unpaid ?? ended ?? w.notPaid, broken];
  }
}

function reducedBy(of: Verdict): readonly (string | null)[] {
  const w = words.verdict;
  if (of.cause === 'volume') return [volumeOf(of), of.upto && w.until(day(of.upto))];
  const owed = of.amount === null ? w.paymentOverdue : w.overdue(money(of.amount));
  return [owed, of.upto && w.blockedAfter(day(of.upto))];
}

const volumeOf = ({ used_gb, volume_gb }: Verdict): string =>
  words.verdict.volume(gigabytes(Number(used_gb)), gigabytes(Number(volume_gb)));

/** The time if it was today, else the day. */
function shortInstant(at: Date): string {
  const on = today(at);
  return on === today() ? timeOfDay(at) : day(on);
}
