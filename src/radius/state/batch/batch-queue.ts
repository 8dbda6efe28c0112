/** Processes one batch. A rejection goes to `onError`; its items are not tried again. */
export type ProcessBatch<T> = (items: T[]) => Promise<void>;

export interface BatchQueueOptions<T> {
  /** Maximum number of items in a batch. */
  readonly maxItems?: number;
  /** Maximum number of waiting items; beyond it the oldest are dropped. */
  readonly maxWaiting?: number;
  /**
   * How long the first item of a batch waits for others. With 0, the default, an idle queue starts a batch as soon as the
   * packets at hand have been read.
   */
  readonly pauseMs?: number;
  /**
   * Starts a second batch while one is in progress, once it is at least as large. For batches that are processed elsewhere
   * and in order, so that there is no idle time between two of them.
   */
  readonly overlap?: boolean;
  readonly onDrop?: (item: T) => void;
  readonly onError?: (error: unknown) => void;
}

/**
 * Collects items while a batch is in progress; the next batch is everything that waits. So batches grow with the load and
 * no timer delays a lone item. The next batch starts before anything that the last one deferred with `setImmediate`: the
 * database can work on it while this process reports the results of the last.
 */
export class BatchQueue<T> {
  readonly #process: ProcessBatch<T>;
  readonly #options: BatchQueueOptions<T>;
  #waiting: T[] = [];
  #isStarting = false;
  /** Batches in progress, and the items in them. */
  #batches = 0;
  #items = 0;
  #onIdle: (() => void)[] = [];

  constructor(process: ProcessBatch<T>, options: BatchQueueOptions<T> = {}) {
    this.#process = process;
    this.#options = options;
  }

  /** Number of waiting items. */
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

  /** Resolves when nothing waits and no batch is in progress. */
  async idle(): Promise<void> {
    while (this.#batches > 0 || this.#waiting.length > 0)
      await new Promise<void>((resolve) => {
        this.#onIdle.push(resolve);
      });
  }

  #mayStart(): boolean {
    if (this.#isStarting || this.#waiting.length === 0) return false;
    if (this.#batches === 0) return true;
    return this.#options.overlap === true && this.#batches === 1 && this.#waiting.length >= this.#items;
  }

  /** With 0, after the event loop has read the packets at hand, so that they form one batch. */
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
      await this.#process(items);
    } catch (error) {
      onError?.(error);
    }
    this.#batches -= 1;
    this.#items -= items.length;
    if (this.#mayStart()) {
      if (pauseMs > 0) this.#startIn(pauseMs);
      else void this.#run();
    } else if (this.#batches === 0 && !this.#isStarting) {
      for (const resolve of this.#onIdle.splice(0)) resolve();
    }
  }
}
