import { Limiter } from './limiter.ts';

interface Limits {
  /** Of an ISP. */
  readonly atATime: number;
  readonly maxWaiting: number;
}

interface Line {
  readonly limiter: Limiter;
  count: number;
}

/** Messages that are sent after the answer, some of each ISP at a time, since its provider may be slow. */
export class Outgoing {
  readonly #limits: Limits;
  readonly #lines = new Map<number, Line>();

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  /** False if too many of the ISP wait already. `send` must not reject. */
  add(ispId: number, send: () => Promise<void>): boolean {
    const { atATime, maxWaiting } = this.#limits;
    const line = this.#lines.get(ispId) ?? { limiter: new Limiter(atATime), count: 0 };
    if (line.count >= atATime + maxWaiting) return false;
    line.count += 1;
    this.#lines.set(ispId, line);
    void line.limiter.run(send).finally(() => {
      line.count -= 1;
      if (line.count === 0) this.#lines.delete(ispId);
    });
    return true;
  }
}
