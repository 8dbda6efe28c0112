import { setTimeout as sleep } from 'node:timers/promises';
import { median } from '../api/load.ts';
import type { Commits } from './commits.ts';

/** What one way of reading the feed has read since `begin`. */
export interface ReadEvents {
  /** While the load ran. */
  readonly inTime: number;
  /** And after it, while it was waited for. */
  readonly count: number;
  /** Milliseconds from the commit to the reader. */
  readonly p50: number;
  readonly p95: number;
}

/** Counts the events that come one way, each once and in order, and how long each took. */
export class Reader {
  readonly #name: string;
  readonly #commits: Commits;
  #last = 0;
  #delays: number[] = [];
  #inTime = 0;

  constructor(name: string, commits: Commits) {
    this.#name = name;
    this.#commits = commits;
  }

  begin(): void {
    this.#delays = [];
  }

  /** @throws if an event comes twice or out of order, as it must not where nothing fails */
  take(id: number, street: string): void {
    if (id <= this.#last) throw new Error(`${this.#name}: event ${id} after ${this.#last}`);
    this.#last = id;
    this.#delays.push(this.#commits.since(street));
  }

  /** When the load ends. */
  mark(): void {
    this.#inTime = this.#delays.length;
  }

  /** Waits for so many events, but not for ever. */
  async read(made: number, withinMs: number): Promise<ReadEvents> {
    const end = performance.now() + withinMs;
    while (this.#delays.length < made && performance.now() < end) await sleep(20);
    const count = this.#delays.length;
    if (count > made) throw new Error(`${this.#name}: ${count} events of ${made}`);
    const sorted = this.#delays.sort((one, other) => one - other);
    const p95 = sorted[Math.floor(count * 0.95)] ?? Number.NaN;
    return { inTime: this.#inTime, count, p50: median(sorted), p95 };
  }
}
