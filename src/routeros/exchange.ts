import { RouterFailure } from './failure.ts';
import type { Sentence } from './sentence.ts';

/** All rows of an answer together. 10,000 sessions take half of it. */
const MAX_REPLY_OCTETS = 8 * 1024 * 1024;
/** What a row and a value take in memory besides their octets: a million empty rows are no short answer. */
const ROW_OCTETS = 64;
const VALUE_OCTETS = 32;

export type Row = ReadonlyMap<string, string>;

/** What a router answers to one command. */
export interface Reply {
  readonly rows: readonly Row[];
  /** The values of `!done`. */
  readonly done: Row;
  /** The router refused the command (`!trap`): it does not know it, or the user may not use it. */
  readonly isRefused: boolean;
}

/** One command that has been sent, until the router has ended its answer. */
export class Exchange {
  readonly #rows: Row[] = [];
  readonly reply: Promise<Reply>;
  #resolve!: (reply: Reply) => void;
  #reject!: (failure: RouterFailure) => void;
  #octets = 0;
  #isRefused = false;

  constructor() {
    this.reply = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    // A connection may break while nobody waits any more.
    this.reply.catch(() => undefined);
  }

  /** True if the sentence ends the answer. @throws RouterFailure of kind `protocol` */
  take({ type, values, octets }: Sentence): boolean {
    this.#octets += octets + ROW_OCTETS + VALUE_OCTETS * values.size;
    if (this.#octets > MAX_REPLY_OCTETS) throw new RouterFailure('protocol');
    switch (type) {
      case '!re':
        this.#rows.push(values);
        return false;
      case '!trap':
        this.#isRefused = true;
        return false;
      // Since 7.18, before `!done`, instead of rows.
      case '!empty':
        return false;
      case '!done':
        this.#resolve({ rows: this.#rows, done: values, isRefused: this.#isRefused });
        return true;
      default:
        throw new RouterFailure('protocol');
    }
  }

  /** The rows so far, as the reply of a command that lasts until it is cancelled. */
  cutShort(): void {
    this.#resolve({ rows: this.#rows.splice(0), done: new Map(), isRefused: this.#isRefused });
  }

  fail(failure: RouterFailure): void {
    this.#reject(failure);
  }
}
