import { Temporal } from 'temporal-polyfill';

/**
 * Calendar days and wall-clock timestamps in an ISP's time zone. Days are `yyyy-mm-dd` texts: a day is not an instant.
 * Zones are IANA names (`Asia/Kolkata`).
 */

/**
 * The years 1000 to 9999, which PostgreSQL and ISO 8601 write alike. In zones east of UTC the first day starts a little
 * earlier.
 */
export const EARLIEST = new Date('0999-12-31T00:00:00.000Z');
export const LATEST = new Date('9999-12-31T23:59:59.999Z');

const clamped = (epochMs: number) => new Date(Math.min(Math.max(epochMs, EARLIEST.getTime()), LATEST.getTime()));

/** Today's zones change their offset only on a quarter of an hour, so one offset holds for a quarter. */
const QUARTER_MS = 15 * 60 * 1000;
const MAX_CACHED_QUARTERS = 20_000;
const offsets = new Map<string, Map<number, number>>();

/** Milliseconds to add to UTC to get the wall clock of `zone` at `epochMs`. */
export function offsetMs(zone: string, epochMs: number): number {
  if (zone === 'UTC') return 0;
  const quarter = Math.floor(epochMs / QUARTER_MS);
  let ofZone = offsets.get(zone);
  if (!ofZone || ofZone.size > MAX_CACHED_QUARTERS) {
    ofZone = new Map();
    offsets.set(zone, ofZone);
  }
  let offset = ofZone.get(quarter);
  if (offset === undefined) {
    const instant = Temporal.Instant.fromEpochMilliseconds(quarter * QUARTER_MS);
    offset = instant.toZonedDateTimeISO(zone).offsetNanoseconds / 1e6;
    ofZone.set(quarter, offset);
  }
  return offset;
}

const DAY_MS = 86_400_000;
const TWO_DIGITS = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, '0'));
let lastDay = Number.NaN;
let lastDayText = '';

/** `yyyy-mm-dd HH:MM:SS` on the wall clock of `zone` (contract 1.1). The rows of a list are often of one day. */
export function formatTimestamp(at: Date, zone: string): string {
  const wall = clamped(at.getTime() + offsetMs(zone, at.getTime())).getTime();
  const day = Math.floor(wall / DAY_MS);
  if (day !== lastDay) {
    lastDayText = new Date(day * DAY_MS).toISOString().slice(0, 10);
    lastDay = day;
  }
  const seconds = Math.floor((wall - day * DAY_MS) / 1000);
  const minutes = Math.floor(seconds / 60);
  return `${lastDayText} ${TWO_DIGITS[Math.floor(minutes / 60)]}:${TWO_DIGITS[minutes % 60]}:${TWO_DIGITS[seconds % 60]}`;
}

/** `yyyy-mm-ddTHH:MM:SS+hh:mm` (ISO 8601), on the wall clock of `zone`. */
export function zonedTime(at: number, zone: string): string {
  const minutes = Math.round(offsetMs(zone, at) / 60_000);
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  const offset = `${minutes < 0 ? '-' : '+'}${TWO_DIGITS[hours]}:${TWO_DIGITS[rest]}`;
  return formatTimestamp(new Date(at), zone).replace(' ', 'T') + offset;
}

/** The day `at` falls on in `zone`. */
export function dayOf(at: Date, zone: string): string {
  return formatTimestamp(at, zone).slice(0, 10);
}

/** Is `text` a day of the calendar, `yyyy-mm-dd`, from year 1000 to 9999? */
export function isDay(text: string): boolean {
  if (!/^[1-9]\d{3}-\d{2}-\d{2}$/.test(text)) return false;
  const day = Number(text.slice(8));
  // Every month has the first 28; the others are looked up in the calendar.
  if (day >= 1 && day <= 28) return text.slice(5, 7) >= '01' && text.slice(5, 7) <= '12';
  const at = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
}

/** The instant of `yyyy-mm-dd HH:MM:SS` in `zone`; undefined if the text is not a timestamp. */
export function parseTimestamp(text: string, zone: string): Date | undefined {
  const parts = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}):(\d{2}):(\d{2})$/.exec(text);
  if (!parts?.[1] || !isDay(parts[1])) return undefined;
  if (Number(parts[2]) > 23 || Number(parts[3]) > 59 || Number(parts[4]) > 59) return undefined;
  const wall = Temporal.PlainDateTime.from(text.replace(' ', 'T'));
  return clamped(wall.toZonedDateTime(zone).epochMilliseconds);
}

/** The first instant of a day in `zone`. */
export function startOfDay(day: string, zone: string): Date {
  return midnight(day, zone, 0);
}

/** The first instant after a day in `zone`, also for days of 23 or 25 hours. */
export function endOfDay(day: string, zone: string): Date {
  return midnight(day, zone, 1);
}

const MAX_CACHED_MIDNIGHTS = 20_000;
const midnights = new Map<string, number>();

/** Cached: lists use the same few days again and again. */
function midnight(day: string, zone: string, later: 0 | 1): Date {
  const key = `${day} ${later} ${zone}`;
  let at = midnights.get(key);
  if (at === undefined) {
    if (midnights.size >= MAX_CACHED_MIDNIGHTS) midnights.clear();
    const date = Temporal.PlainDate.from(day).add({ days: later });
    at = clamped(date.toZonedDateTime(zone).epochMilliseconds).getTime();
    midnights.set(key, at);
  }
  return new Date(at);
}

/** One second after `at`: documented timestamps have a precision of a second. */
export function nextSecond(at: Date): Date {
  return clamped(at.getTime() + 1000);
}

/** `days` may be negative. */
export function addDays(day: string, days: number): string {
  return Temporal.PlainDate.from(day).add({ days }).toString();
}

/** Is `name` an IANA zone, links such as `Asia/Calcutta` included, in the database's spelling? An offset is not a zone. */
export function isZone(name: string): boolean {
  if (/^[+-]/.test(name)) return false;
  try {
    return Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name).timeZoneId === name;
  } catch {
    return false;
  }
}
