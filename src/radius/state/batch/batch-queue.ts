/** What a gatherer does with everything that waits. What it throws is the gatherer's to report, and loses the items. */
export type ProcessBatch<T> = (items: T[]) => Promise<void>;

export interface BatchQueueOptions<T> {
  /** Items of one batch at most. */
  readonly maxItems?: number;
  /** Items that wait at most; the oldest is dropped for one more. */
  readonly maxWaiting?: number;
  /** How long the first item of a batch waits for others; 0 is until the packets at hand are read, if nothing is under way. */
  readonly pauseMs?: number;
  /**
   * While a batch is under way another one follows as soon as it is as large: for work that is done elsewhere and in order,
   * which then does not wait for this program between two batches.
   */
  readonly overlap?: boolean;
  readonly onDrop?: (item: T) => void;
  readonly onError?: (error: unknown) => void;
}

/**
 * Gathers items while a batch of them is under way; the next batch is everything that waits. So a batch grows with the
 * load and no timer delays a lone item. The next batch is on its way at once, before anything that its predecessor put off
 * with `setImmediate`: whoever works on a batch elsewhere works on the next while this program tells of the last.
 */
export class BatchQueue<T> {
  readonly #work: ProcessBatch<T>;
  readonly #options: BatchQueueOptions<T>;
  #waiting: T[] = [];
  #isStarting = false;
  /** Batches under way, and the items in them. */
  #batches = 0;
  #items = 0;
  #idle: (() => void)[] = [];

  constructor(work: ProcessBatch<T>, options: BatchQueueOptions<T> = {}) {
    this.#work = work;
    this.#options = options;
  }

  get depth(): number {
    return this.#waiting.length;
  }

  add(item: T): void {
    const { maxWaiting, onDrop, pauseMs = 0 } = this.#options;
    if (maxWaiting !== undefined && this.#waiting.length >= maxWaiting) {
      // A tenth at once, since shifting a long array for every item is slow.
      const dropped = this.#waiting.splice(0, Math.ceil(maxWaiting / 10));
      for (const each of dropped) onDrop?.(each);
    }
    this.#waiting.push(item);
    if (this.#mayStart()) this.#startIn(pauseMs);
  }

  /** Resolves when nothing waits and nothing is under way. */
  async idle(): Promise<void> {
    while (this.#batches > 0 || this.#waiting.length > 0)
      await new Promise<void>((resolve) => {
        this.#idle.push(resolve);
      });
  }

  #mayStart(): boolean {
    if (this.#isStarting || this.#waiting.length === 0) return false;
    if (this.#batches === 0) return true;
    return this.#options.overlap === true && this.#batches === 1 && this.#waiting.length >= this.#items;
  }

  /** Zero is until the event loop has read the packets that are there: they come to one batch. */
  #startIn(milliseconds: number): void {
    this.#isStarting = true;
    const start = () => {
      this.#isStarting = false;
      void this.#run();
    };
    if (milliseconds === 0) setImmediate(start);
    else setTimeout(start, milliseconds);
  }

  async #run(): Promise<void> {
    const { maxItems, onError, pauseMs = 0 } = this.#options;
    const items = maxItems === undefined ? this.#waiting.splice(0) : this.#waiting.splice(0, maxItems);
    this.#batches += 1;
    this.#items += items.length;
    try {
      await this.#work(items);
    } catch (error) {
      onError?.(error);
    }
    this.#batches -= 1;
    this.#items -= items.length;
    if (this.#mayStart()) {
      if (pauseMs > 0) this.#startIn(pauseMs);
      else void this.#run();
    } else if (this.#batches === 0 && !this.#isStarting) {
      for (const done of this.#idle.splice(0)) done();
    }
  }
}
