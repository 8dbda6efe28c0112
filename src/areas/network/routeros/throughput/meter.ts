import { setTimeout as sleep } from 'node:timers/promises';
import type { Rate, ReadRate } from './read-rate.ts';

const EVERY_MS = 1_000;
/** A viewer who comes back so soon goes on. */
const LINGER_MS = 2_000;

interface Reading {
  readonly rate: Promise<Rate>;
  resolve(rate: Rate): void;
  reject(error: unknown): void;
}

/** Reads the rates of one session once a second for all who watch it, as long as somebody does. */
export class Meter {
  #viewers = 0;
  #leftAt = 0;
  #next = reading();
  #isOver = false;

  /** `onOver`: it reads no more. */
  constructor(open: () => Promise<ReadRate>, onOver: () => void) {
    void this.#run(open).finally(() => {
      this.#isOver = true;
      onOver();
    });
  }

  get viewers(): number {
    return this.#viewers;
  }

  /** The next rates. @throws what the reading threw */
  next(): Promise<Rate> {
    return this.#next.rate;
  }

  enter(): () => void {
    this.#viewers += 1;
    return () => {
      this.#viewers -= 1;
      this.#leftAt = performance.now();
    };
  }

  get #isWatched(): boolean {
    return this.#viewers > 0 || performance.now() - this.#leftAt < LINGER_MS;
  }

  async #run(open: () => Promise<ReadRate>): Promise<void> {
    try {
      const read = await open();
      while (this.#isWatched) {
        const began = performance.now();
        const rate = await read();
        const told = this.#next;
        this.#next = reading();
        told.resolve(rate);
        await sleep(Math.max(0, EVERY_MS - (performance.now() - began)), undefined, { ref: false });
      }
      this.#next.reject(new Error('nobody watches'));
    } catch (error) {
      this.#next.reject(error);
    }
  }

  get isOver(): boolean {
    return this.#isOver;
  }
}

function reading(): Reading {
  let settle: Pick<Reading, 'resolve' | 'reject'> | undefined;
  const rate = new Promise<Rate>((resolve, reject) => {
    settle = { resolve, reject };
  });
  // Perhaps nobody waits for it.
  rate.catch(() => undefined);
  return { rate, ...(settle as Pick<Reading, 'resolve' | 'reject'>) };
}
