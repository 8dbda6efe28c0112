import { setTimeout as sleep } from 'node:timers/promises';
import type { Line } from './line.ts';
import type { Kind, Times } from './times.ts';

export interface Pace {
  /** Requests whose answer is awaited at the same time. */
  readonly inFlight: number;
  /** Turns a second; Infinity: as many as are answered. */
  readonly perSecond: number;
  /** Between two Interim-Updates of a session, in simulated seconds. */
  readonly intervalS: number;
  /** Share of the turns in which the session ends and another begins. */
  readonly reconnects: number;
}

export interface NetworkOptions {
  /** In the order in which they have their turn. */
  readonly lines: readonly Line[];
  readonly pace: Pace;
  readonly times: Times;
}

interface Stretch {
  readonly seconds: number;
  readonly everySeconds: number;
  readonly each: () => void;
}

/** Lines that are online, each with a turn once in every simulated interval. */
export class Network {
  readonly #options: NetworkOptions;
  /** Turns so far. */
  turns = 0;

  constructor(options: NetworkOptions) {
    this.#options = options;
  }

  /** Logs in on every line, in an order that has nothing to do with that of the turns. */
  async open(): Promise<void> {
    const waiting = shuffled(this.#options.lines).values();
    await this.#lanes(async () => {
      for (const line of waiting) await this.#begin(line);
    });
  }

  /** Goes on with the turns for so many seconds. Calls `each` whenever `everySeconds` of simulated time have passed. */
  async run({ seconds, everySeconds, each }: Stretch): Promise<void> {
    const { lines, pace } = this.#options;
    const startedAt = performance.now();
    const [first, period] = [this.turns, Math.ceil((lines.length * everySeconds) / pace.intervalS)];
    await this.#lanes(async () => {
      while (performance.now() - startedAt < seconds * 1_000) {
        const turn = this.turns++;
        const early = startedAt + ((turn - first) / pace.perSecond) * 1_000 - performance.now();
        if (early > 0) await sleep(early);
        if (turn % period === 0) each();
        await this.#turn(lines[turn % lines.length] as Line);
      }
    });
  }

  async #turn(line: Line): Promise<void> {
    const { intervalS, reconnects } = this.#options.pace;
    if (Math.random() >= reconnects) return this.#timed('interim', () => line.interim(intervalS));
    await this.#timed('stop', () => line.stop());
    await this.#begin(line);
  }

  async #begin(line: Line): Promise<void> {
    await this.#timed('log-in', () => line.logIn());
    await this.#timed('start', () => line.start());
  }

  async #timed(kind: Kind, ask: () => Promise<boolean>): Promise<void> {
    const askedAt = performance.now();
    const answered = await ask();
    this.#options.times.add(answered ? kind : 'lost', performance.now() - askedAt);
  }

  async #lanes(lane: () => Promise<void>): Promise<void> {
    await Promise.all(Array.from({ length: this.#options.pace.inFlight }, lane));
  }
}

export function shuffled<T>(values: readonly T[]): T[] {
  const all = [...values];
  for (let at = all.length - 1; at > 0; at--) {
    const other = Math.floor(Math.random() * (at + 1));
    [all[at], all[other]] = [all[other] as T, all[at] as T];
  }
  return all;
}
