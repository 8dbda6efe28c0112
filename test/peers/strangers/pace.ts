import { setTimeout as pause } from 'node:timers/promises';

/** Between an answer and the next question: a measurement must not be a load itself. */
const GAP_MS = 4;

/** How long answers took, in milliseconds. */
export interface Pace {
  readonly count: number;
  readonly p50: number;
  readonly p99: number;
  readonly slowest: number;
}

/** Asks one question after the other until it is stopped. */
export class Measurement {
  readonly #took: number[] = [];
  readonly #done: Promise<void>;
  #over = false;

  constructor(ask: () => Promise<void>) {
    this.#done = this.#go(ask);
    this.#done.catch(() => undefined);
  }

  get count(): number {
    return this.#took.length;
  }

  /** @throws whatever a question failed with */
  async stop(): Promise<Pace> {
    this.#over = true;
    await this.#done;
    return paceOf(this.#took);
  }

  async #go(ask: () => Promise<void>): Promise<void> {
    while (!this.#over) {
      const begun = performance.now();
      await ask();
      this.#took.push(performance.now() - begun);
      await pause(GAP_MS);
    }
  }
}

function paceOf(took: readonly number[]): Pace {
  const sorted = [...took].sort((one, other) => one - other);
  const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
  return { count: sorted.length, p50: at(0.5), p99: at(0.99), slowest: at(1) };
}

/** One line that compares the pace under attack with the quiet one. */
export function comparison(what: string, quiet: Pace, under: Pace): string {
  const times = (figure: 'p50' | 'p99') => (under[figure] / quiet[figure]).toFixed(1);
  const ms = ({ p50, p99, slowest }: Pace) => [p50, p99, slowest].map((each) => each.toFixed(1)).join('/');
  const measured = `p50/p99/slowest ${ms(quiet)} ms quiet, ${ms(under)} ms under attack`;
  return `${what}: ${measured}, ${under.count} answers: p50 x${times('p50')}, p99 x${times('p99')}`;
}
