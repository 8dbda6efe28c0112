import { relativeFormat, timeFormat } from './formats.ts';
import { localOf } from './instant.ts';

const DAY_MS = 86_400_000;

/** A calendar day, `yyyy-mm-dd`, for people: `22 Nov 2026`. It has no zone, so it never becomes an instant of one. */
export function day(text: string): string {
  return timeFormat({ dateStyle: 'medium', timeZone: 'UTC' }).format(asUtc(text));
}

/** Today where the ISP is. */
export function today(now = new Date()): string {
  return localOf(now).slice(0, 10);
}

export function daysBetween(from: string, to: string): number {
  return Math.round((asUtc(to).getTime() - asUtc(from).getTime()) / DAY_MS);
}

export function addDays(text: string, days: number): string {
  return new Date(asUtc(text).getTime() + days * DAY_MS).toISOString().slice(0, 10);
}

/** `tomorrow`, `in 3 days`, `5 days ago`. */
export function fromToday(text: string, now = new Date()): string {
  return relativeFormat({ numeric: 'auto' }).format(daysBetween(today(now), text), 'day');
}

const asUtc = (text: string) => new Date(`${text}T00:00:00Z`);

/** Whether a text is a day, as addresses have them. */
export const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(asUtc(text).getTime());

/** A month, `yyyy-mm`, for people: `Nov 2026`. */
export const monthName = (month: string): string =>
  timeFormat({ month: 'short', year: 'numeric', timeZone: 'UTC' }).format(asUtc(`${month}-01`));
