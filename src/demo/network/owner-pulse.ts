import { REJECT_KINDS } from '../../areas/network/series/vocabulary.ts';
import type { Calendar } from '../history/calendar.ts';
import { busyness, DAY_MINUTES } from './hours.ts';

export const SUMMED = ['accepts', ...REJECT_KINDS, 'up', 'down'] as const;
type Summed = (typeof SUMMED)[number];

interface Slot {
  /** The beginning, in milliseconds. */
  readonly at: number;
  /** The highest of its minutes. */
  readonly online: number;
  readonly sums: Readonly<Partial<Record<Summed, number>>>;
}

const MINUTE_MS = 60_000;

/** Who was online, and what happened, in each minute and hour of a history. Hours begin with those of the ISP's day. */
export class OwnerPulse {
  readonly #calendar: Calendar;
  readonly #start: number;
  /** Up to now. */
  readonly #minutes: number;
  readonly #firstKept: number;
  /** Of each minute: by how many more are online than in the one before. */
  readonly #changes: Int32Array;
  #present: Int32Array | undefined;
  readonly #sums = new Map<Summed, { readonly minutes: Float64Array; readonly hours: Float64Array }>();

  constructor(calendar: Calendar, minutesKept: number) {
    this.#calendar = calendar;
    this.#start = calendar.startOf(0);
    this.#minutes = Math.floor((calendar.now.getTime() - this.#start) / MINUTE_MS) + 1;
    this.#firstKept = Math.max(0, this.#minutes - minutesKept);
    this.#changes = new Int32Array(this.#minutes + 1);
  }

  /** A session, in milliseconds. All of them come before the first volume. */
  online(from: number, upto: number): void {
    increase(this.#changes, this.#minuteAt(from), 1);
    increase(this.#changes, this.#minuteAt(upto) + 1, -1);
  }

  add(name: Summed, at: number, count: number): void {
    this.#addAt(name, this.#minuteAt(at), count);
  }

  /** The bytes of a day (`yyyy-mm-dd`): most of them when many are online and the evening is long. */
  addVolume(day: string, volume: { readonly up: number; readonly down: number }): void {
    const first = this.#firstOf(day);
    const last = Math.min(first + DAY_MINUTES, this.#minutes);
    const present = this.#presence();
    const weights = Array.from({ length: Math.max(0, last - first) }, (_, minute) => {
      return (present[first + minute] ?? 0) * busyness(minute);
    });
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    for (const [minute, weight] of weights.entries()) {
      if (weight === 0) continue;
      this.#addAt('up', first + minute, (volume.up * weight) / total);
      this.#addAt('down', first + minute, (volume.down * weight) / total);
    }
  }

  minutes(): Slot[] {
    const present = this.#presence();
    const count = this.#minutes - this.#firstKept;
    return this.#slots(count, {
      at: (slot) => this.#start + (this.#firstKept + slot) * MINUTE_MS,
      online: (slot) => present[this.#firstKept + slot] ?? 0,
      of: 'minutes',
    });
  }

  hours(): Slot[] {
    const present = this.#presence();
    return this.#slots(Math.ceil(this.#minutes / 60), {
      at: (slot) => this.#start + slot * 60 * MINUTE_MS,
      online: (slot) => Math.max(...present.subarray(slot * 60, Math.min(slot * 60 + 60, this.#minutes))),
      of: 'hours',
    });
  }

  #slots(
    count: number,
    { at, online, of }: { at: (slot: number) => number; online: (slot: number) => number; of: 'minutes' | 'hours' },
  ): Slot[] {
    const slots = Array.from({ length: count }, (_, slot): Slot => {
      const sums = [...this.#sums].map(([name, all]) => [name, all[of][slot] ?? 0] as const);
      return { at: at(slot), online: online(slot), sums: Object.fromEntries(sums) };
    });
    return slots.filter((slot) => slot.online > 0 || Object.values(slot.sums).some((sum) => sum > 0));
  }

  #presence(): Int32Array {
    if (this.#present) return this.#present;
    let online = 0;
    this.#present = this.#changes.map((change) => {
      online += change;
      return online;
    });
    return this.#present;
  }

  #addAt(name: Summed, minute: number, count: number): void {
    const sums = this.#sums.get(name) ?? {
      minutes: new Float64Array(this.#minutes - this.#firstKept),
      hours: new Float64Array(Math.ceil(this.#minutes / 60)),
    };
    this.#sums.set(name, sums);
    increase(sums.hours, Math.floor(minute / 60), count);
    if (minute >= this.#firstKept) increase(sums.minutes, minute - this.#firstKept, count);
  }

  #minuteAt(at: number): number {
    return Math.min(Math.max(0, Math.floor((at - this.#start) / MINUTE_MS)), this.#minutes - 1);
  }

  #firstOf(day: string): number {
    const days = (Date.parse(day) - Date.parse(this.#calendar.name(0))) / (DAY_MINUTES * MINUTE_MS);
    return Math.round(days) * DAY_MINUTES;
  }
}

function increase(counts: Int32Array | Float64Array, at: number, by: number): void {
  counts[at] = (counts[at] ?? 0) + by;
}
