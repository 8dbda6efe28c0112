import { words } from '../words/words.ts';
import { relativeFormat, timeFormat } from './formats.ts';
import { zone } from './region.ts';

/** An instant in the ISP's zone: `22 Nov, 14:05`. */
export function instant(at: Date): string {
  return format(at, { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' });
}

/** With year and seconds. */
export function fullInstant(at: Date): string {
  return format(at, { dateStyle: 'medium', timeStyle: 'medium' });
}

/** `22 Nov`. */
export function dayOfMonth(at: Date): string {
  return format(at, { day: 'numeric', month: 'short' });
}

export function timeOfDay(at: Date): string {
  return format(at, { hour: '2-digit', minute: '2-digit' });
}

function format(at: Date, options: Intl.DateTimeFormatOptions): string {
  return timeFormat({ ...options, hourCycle: 'h23', timeZone: zone() }).format(at);
}

const UNITS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
];

/** `3 minutes ago`. */
export function ago(at: Date, now = new Date()): string {
  const seconds = Math.round((at.getTime() - now.getTime()) / 1000);
  const [unit, size] = UNITS.find(([, length]) => Math.abs(seconds) >= length) ?? ['second', 1];
  return relativeFormat({ numeric: 'auto', style: 'short' }).format(Math.trunc(seconds / size), unit);
}

/** `2 d 4 h`, `4 h 12 min`, `12 min`, `40 s`. */
export function duration(seconds: number): string {
  const u = words.common.units;
  const days = Math.floor(seconds / 86_400);
  const hours = Math.floor((seconds % 86_400) / 3_600);
  const minutes = Math.floor((seconds % 3_600) / 60);
  if (days > 0) return `${days} ${u.day} ${hours} ${u.hour}`;
  if (hours > 0) return `${hours} ${u.hour} ${minutes} ${u.minute}`;
  return minutes > 0 ? `${minutes} ${u.minute}` : `${Math.floor(seconds)} ${u.second}`;
}

/** Minutes that nobody counts in days, since working days have no 24 hours: `30 h`, `8 h 30 min`, `45 min`. */
export function minutesLong(total: number): string {
  const u = words.common.units;
  const [hours, minutes] = [Math.floor(total / 60), total % 60];
  return [...(hours > 0 ? [`${hours} ${u.hour}`] : []), ...(minutes > 0 ? [`${minutes} ${u.minute}`] : [])].join(' ');
}

/** An instant as `datetime-local` fields hold it, in the ISP's zone: `2026-11-22T14:05`. */
export function localOf(at: Date): string {
  const parts = timeFormat({ ...WALL_CLOCK, timeZone: zone() }, 'en').formatToParts(at);
  const of = (wanted: Intl.DateTimeFormatPartTypes) => parts.find(({ type }) => type === wanted)?.value;
  return `${of('year')}-${of('month')}-${of('day')}T${of('hour')}:${of('minute')}`;
}

/** Read part by part, since the order in which a language writes a day differs between browsers, and their versions. */
const WALL_CLOCK: Intl.DateTimeFormatOptions = {
  ...{ calendar: 'gregory', numberingSystem: 'latn', hourCycle: 'h23' },
  ...{ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' },
};

/** How many milliseconds the ISP's clocks are ahead of UTC. */
export function zoneOffset(at: Date): number {
  const minute = Math.floor(at.getTime() / 60_000) * 60_000;
  return Date.parse(`${localOf(new Date(minute))}Z`) - minute;
}

/** The instant at which clocks in the ISP's zone show a text such as `2026-11-22T14:05`; undefined if it is none. */
export function instantOf(text: string): Date | undefined {
  const wanted = Date.parse(`${text}Z`);
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(text) || Number.isNaN(wanted)) return undefined;
  // The second round is right on the days on which clocks are changed.
  let at = wanted;
  for (let round = 0; round < 2; round++) at += wanted - Date.parse(`${localOf(new Date(at))}Z`);
  return new Date(at);
}
