import { addDays, dayOf, endOfDay, offsetMs, startOfDay } from '../../../../core/zone.ts';

/** Part of a day on the wall clock, in minutes since midnight. */
export interface Interval {
  readonly from: number;
  readonly upto: number;
}

/** When the staff works. */
export interface Calendar {
  readonly zone: string;
  /** Monday to Sunday: intervals that do not overlap, in order. */
  readonly week: readonly (readonly Interval[])[];
  /** Days `yyyy-mm-dd` without work. */
  readonly holidays: ReadonlySet<string>;
}

/** Instants, in milliseconds. */
interface Span {
  readonly from: number;
  readonly upto: number;
}

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const QUARTER_MS = 15 * MINUTE_MS;

/** A calendar with so little work in it has no deadlines. */
const MAX_DAYS = 3_660;

/** The instant when so much working time is over; null: that takes more than ten years. Without a calendar all time is working time. */
export function addWorkingTime(calendar: Calendar | null, from: Date, ms: number): Date | null {
  if (calendar === null) return new Date(from.getTime() + ms);
  let left = ms;
  for (const span of spansFrom(calendar, from)) {
    const length = span.upto - span.from;
    if (left <= length) return new Date(span.from + left);
    left -= length;
  }
  return null;
}

/** How much working time is between two instants, in milliseconds. */
export function workingTimeBetween(calendar: Calendar | null, from: Date, upto: Date): number {
  if (upto <= from) return 0;
  if (calendar === null) return upto.getTime() - from.getTime();
  let total = 0;
  for (const span of spansFrom(calendar, from)) {
    if (span.from >= upto.getTime()) break;
    total += Math.min(span.upto, upto.getTime()) - span.from;
  }
  return total;
}

/** The spans of work after an instant. */
function* spansFrom(calendar: Calendar, from: Date): Generator<Span> {
  let day = dayOf(from, calendar.zone);
  for (let count = 0; count < MAX_DAYS; count += 1) {
    for (const span of spansOfDay(calendar, day))
      if (span.upto > from.getTime()) yield { from: Math.max(span.from, from.getTime()), upto: span.upto };
    day = addDays(day, 1);
  }
}

function spansOfDay({ zone, week, holidays }: Calendar, day: string): Span[] {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  const intervals = week[(new Date(midnight).getUTCDay() + 6) % 7] ?? [];
  if (intervals.length === 0 || holidays.has(day)) return [];
  return partsOfDay(zone, day).flatMap((part) =>
    intervals.flatMap((interval) => {
      const from = Math.max(part.from, midnight + interval.from * MINUTE_MS - part.offset);
      const upto = Math.min(part.upto, midnight + interval.upto * MINUTE_MS - part.offset);
      return from < upto ? [{ from, upto }] : [];
    }),
  );
}

interface Part extends Span {
  readonly offset: number;
}

/** A day is in one part, unless the clocks change in it: then an hour of it is missing, or comes twice. */
function partsOfDay(zone: string, day: string): Part[] {
  const [from, upto] = [startOfDay(day, zone).getTime(), endOfDay(day, zone).getTime()];
  const offset = offsetMs(zone, from);
  if (upto - from === DAY_MS) return [{ from, upto, offset }];
  const parts: Part[] = [];
  let begin = from;
  // Zones change their offset at a quarter of an hour.
  for (let at = from + QUARTER_MS; at <= upto; at += QUARTER_MS) {
    const before = offsetMs(zone, at - QUARTER_MS);
    if (at < upto && offsetMs(zone, at) === before) continue;
    parts.push({ from: begin, upto: at, offset: before });
    begin = at;
  }
  return parts;
}
