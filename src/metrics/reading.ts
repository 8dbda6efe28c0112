/** A value that is younger is not read again, however many ask. */
const MAX_AGE_MS = 10_000;
/** A scrape waits no longer for the database. */
const DEADLINE_MS = 2_000;

export interface ReadingOptions {
  readonly maxAgeMs?: number;
  readonly deadlineMs?: number;
  /** Called with each failure. */
  readonly onError?: (error: unknown) => void;
}

interface Read<T> {
  readonly value: T;
  readonly at: number;
}

/**
 * A value from the database for metrics: read when they are collected, at most every ten seconds, by one query at a time. While
 * the database does not answer there is no value, since an old one would say that all is well.
 */
export class Reading<T> {
  readonly #read: () => Promise<T>;
  readonly #options: Required<ReadingOptions>;
  #last: Read<T> | undefined;
  #running: Promise<Read<T> | undefined> | undefined;

  constructor(
    read: () => Promise<T>,
    { maxAgeMs = MAX_AGE_MS, deadlineMs = DEADLINE_MS, onError = () => undefined }: ReadingOptions = {},
  ) {
    this.#read = read;
    this.#options = { maxAgeMs, deadlineMs, onError };
  }

  /** Undefined when it cannot be read in time. Never rejects. */
  async get(): Promise<Read<T> | undefined> {
    const { maxAgeMs, deadlineMs } = this.#options;
    if (this.#last && performance.now() - this.#last.at < maxAgeMs) return this.#last;
    this.#running ??= this.#refresh().finally(() => {
      this.#running = undefined;
    });
    return Promise.race([this.#running, undefinedAfter(deadlineMs)]);
  }

  async #refresh(): Promise<Read<T> | undefined> {
    try {
      const value = await this.#read();
      this.#last = { value, at: performance.now() };
      return this.#last;
    } catch (error) {
      this.#options.onError(error);
      return undefined;
    }
  }
}

function undefinedAfter(milliseconds: number): Promise<undefined> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(undefined), milliseconds).unref();
  });
}
