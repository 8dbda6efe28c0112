import { dayOf } from '../../../core/zone.ts';
import { endOfSession } from './session-ends.ts';
import type { Verdict } from './verdict-record.ts';

interface Where {
  /** Of the ISP. */
  readonly zone: string;
  readonly now: Date;
}

type Said = Omit<Verdict, 'text'>;

/** The sentence that a call centre reads out or an automatic voice says: `Blocked since 23 Nov: ₹1,827.82 unpaid`. */
export function verdictText(said: Said, where: Where): string {
  switch (said.verdict) {
    case 'new':
      return `Not started${since(said, where)}`;
    case 'blocked':
      return `Blocked${since(said, where)}: ${blockedBy(said, where)}`;
    case 'online':
      return `Online${since(said, where)}${rate(said)}`;
    case 'reduced':
      return `Online${rate(said)}: ${reducedBy(said, where)}`;
    case 'incident':
      return list(
        `${INCIDENTS[said.incident_kind ?? 'Outage']}${since(said, where)}: ${said.incident}`,
        expected(said, where),
      );
    case 'silent':
      return `Offline${since(said, where)}; the NAS${said.nas ? ` ${said.nas}` : ''} is silent`;
    case 'refused':
      return `Refused ${times(said.refusals)}${since(said, where)}${said.reason ? `: ${said.reason}` : ''}`;
    case 'offline':
      return `Offline${since(said, where)}${said.reason ? `: ${endOfSession(said.reason)}` : ''}`;
    case 'never':
      return `Never online${said.reason ? `: ${said.reason}` : ''}`;
  }
}

const INCIDENTS = { Outage: 'Outage', Degraded: 'Slow network', Maintenance: 'Maintenance' } as const;

/** Null if it is over already, or if nobody knows. */
function expected({ expected_at: at }: Said, where: Where): string | null {
  return at === null || at < where.now ? null : `expected to end ${moment(at, where)}`;
}

function blockedBy(said: Said, where: Where): string {
  const { amount, currency } = said;
  const unpaid = amount === null ? null : `${money(amount, currency)} unpaid`;
  const broken = said.promise === 'used' ? 'promise already used' : null;
  const ended = said.upto === null ? null : `the period ended on ${day(said.upto, where)}`;
  switch (said.cause) {
    case 'volume':
      return list(`${volume(said)} used`, unpaid);
    case 'expired':
      return list(ended, unpaid, broken);
    case 'suspended':
      return list('suspended', unpaid);
    case 'unbilled':
      return said.reason ?? 'not billed';
    default:
      return list(unpaid ?? ended ?? 'not paid', broken);
  }
}

function reducedBy(said: Said, where: Where): string {
  if (said.cause === 'volume') return `${volume(said)} used${said.upto ? `, until ${day(said.upto, where)}` : ''}`;
  const owed = said.amount === null ? 'payment is overdue' : `${money(said.amount, said.currency)} overdue`;
  return list(owed, said.upto && `blocked after ${day(said.upto, where)}`);
}

const list = (...parts: readonly (string | null)[]): string => parts.filter(Boolean).join('; ');

const times = (count: number): string => (count === 1 ? 'once' : `${count} times`);

/** `400 of 400 GB`. */
const volume = ({ used_gb, volume_gb }: Said): string =>
  `${Number(used_gb).toFixed(0)} of ${Number(volume_gb).toFixed(0)} GB`;

function rate({ dl }: Said): string {
  if (dl === null || dl === 0) return '';
  const thousand = dl % 1000 !== 0 && dl % 1024 === 0 ? 1024 : 1000;
  return dl < thousand ? ` at ${dl} kbit/s` : ` at ${Number((dl / thousand).toFixed(1))} Mbit/s`;
}

/** The time if it was today, else the day. */
function since({ since: at }: Said, where: Where): string {
  if (at === null) return '';
  const on = dayOf(at, where.zone);
  return ` since ${on === dayOf(where.now, where.zone) ? time(at, where) : day(on, where)}`;
}

/** `at 18:00`, with its day if that is not today. */
function moment(at: Date, where: Where): string {
  const on = dayOf(at, where.zone);
  return on === dayOf(where.now, where.zone) ? `at ${time(at, where)}` : `on ${day(on, where)} at ${time(at, where)}`;
}

const time = (at: Date, { zone }: Where): string =>
  new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: zone }).format(at);

/** With its year if that is not this one. */
function day(text: string, { zone, now }: Where): string {
  const isThisYear = text.slice(0, 4) === dayOf(now, zone).slice(0, 4);
  const year = isThisYear ? undefined : ('numeric' as const);
  return new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year, timeZone: 'UTC' }).format(
    new Date(`${text}T00:00:00Z`),
  );
}

/** India counts in lakhs. */
const money = (amount: string, currency: string): string =>
  new Intl.NumberFormat(currency === 'INR' ? 'en-IN' : 'en', { style: 'currency', currency }).format(Number(amount));
