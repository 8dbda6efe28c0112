/** A request that waits for the answer of its NAS. */
export interface Exchange {
  readonly bytes: Buffer;
  /** Called with each datagram that has its identifier; true when it was the answer. */
  readonly take: (datagram: Buffer) => boolean;
}

/** A NAS answers these one by one; so many are under way at once, and others wait for them. */
const MAX_UNDER_WAY = 16;
/** So many requests in a row without an answer, and a NAS counts as silent. */
const SILENT_AFTER = 3;
const LONGEST_REST_MS = 120_000;

/**
 * One NAS and port: which identifiers are under way, and whether it answers. One that is silent is asked by one request at
 * a time, after a rest; all others come back at once, so that whoever has many for it goes on with those for other NASes.
 */
export class Destination {
  readonly #restMs: number;
  readonly #underWay = new Map<number, Exchange>();
  readonly #queue: ((identifier: number | null) => void)[] = [];
  /** Handed out, from then until `leave`. */
  readonly #reserved = new Set<number>();
  #last = -1;
  #unanswered = 0;
  /** How often in a row it was silent after a rest, or at first. */
  #rests = 0;
  #restsUntil = 0;

  constructor(restMs: number) {
    this.#restMs = restMs;
  }

  get isSilent(): boolean {
    return this.#unanswered >= SILENT_AFTER;
  }

  /** How long whoever has many requests for a silent NAS should keep them: longer and longer. */
  get restMs(): number {
    return Math.min(this.#restMs * 2 ** Math.min(this.#rests, 10), LONGEST_REST_MS);
  }

  /** It is silent, and it is not yet time to ask it again, or somebody does. */
  rests(now: number): boolean {
    return this.isSilent && (this.#reserved.size > 0 || now < this.#restsUntil);
  }

  /** An identifier that no request under way has; its turn comes when one is free. Null: the NAS is silent, and rests. */
  enter(insists: boolean, now: number): Promise<number | null> {
    if (this.rests(now) && !insists) return Promise.resolve(null);
    return new Promise((resolve) => {
      this.#queue.push(resolve);
      this.#next();
    });
  }

  begin(identifier: number, exchange: Exchange): void {
    this.#underWay.set(identifier, exchange);
  }

  leave(identifier: number, isAnswered: boolean, now: number): void {
    this.#underWay.delete(identifier);
    this.#reserved.delete(identifier);
    if (isAnswered) {
      this.#unanswered = 0;
      this.#rests = 0;
    } else {
      this.#unanswered += 1;
      if (this.isSilent) this.#rest(now);
    }
    this.#next();
  }

  receive(datagram: Buffer): boolean {
    return this.#underWay.get(datagram[1] ?? -1)?.take(datagram) ?? false;
  }

  #rest(now: number): void {
    if (this.#reserved.size === 0) this.#rests += 1;
    this.#restsUntil = now + this.#restMs;
    for (const resolve of this.#queue.splice(0)) resolve(null);
  }

  #next(): void {
    if (this.#queue.length === 0 || this.#reserved.size >= MAX_UNDER_WAY) return;
    do this.#last = (this.#last + 1) & 0xff;
    while (this.#reserved.has(this.#last));
    this.#reserved.add(this.#last);
    this.#queue.shift()?.(this.#last);
  }
}
