import { addDays, dayOf } from '../../core/zone.ts';
import { UTC_OFFSET, ZONE } from '../business/places.ts';

const MINUTE_MS = 60_000;

/** The days of a history, numbered from 0; the last one is today and ends now. */
export class Calendar {
  readonly days: number;
  readonly now: Date;
  readonly #first: string;
  readonly #starts = new Map<number, number>();

  constructor(now: Date, days: number) {
    this.now = now;
    this.days = days;
    this.#first = addDays(dayOf(now, ZONE), 1 - days);
  }

  get today(): number {
    return this.days - 1;
  }

  /** `yyyy-mm-dd`; also for days to come. */
  name(day: number): string {
    return addDays(this.#first, day);
  }

  /** A minute of a day on the wall clock of the ISP; at most now. */
  at(day: number, minute: number): Date {
    return new Date(Math.min(this.future(day, minute).getTime(), this.now.getTime()));
  }

  /** The first millisecond of a day. */
  startOf(day: number): number {
    let start = this.#starts.get(day);
    if (start === undefined) {
      start = Date.parse(`${this.name(day)}T00:00:00${UTC_OFFSET}`);
      this.#starts.set(day, start);
    }
    return start;
  }

  /** The same where it may be later than now. */
  future(day: number, minute: number): Date {
    return new Date(this.startOf(day) + minute * MINUTE_MS);
  }
}

/** What happens at a moment. */
type Work = () => Promise<unknown>;

interface Entry {
  readonly minute: number;
  readonly work: Work;
}

/** What is to happen on which day. Work may add more, also to its own day if it is later. */
export class Agenda {
  readonly #entries = new Map<number, Entry[]>();

  add(day: number, minute: number, work: Work): void {
    const entries = this.#entries.get(day) ?? [];
    this.#entries.set(day, entries);
    entries.push({ minute, work });
  }

  /** Does the work of a day in the order of its minutes, as far as `upto`. */
  async run(day: number, upto: number, tick: (minute: number) => void): Promise<void> {
    const entries = this.#entries.get(day) ?? [];
    this.#entries.delete(day);
    for (const { minute, work } of entries.sort((one, other) => one.minute - other.minute)) {
      if (minute > upto) continue;
      tick(minute);
      await work();
    }
  }
}
