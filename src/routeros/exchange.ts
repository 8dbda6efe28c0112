import { RouterFailure } from './failure.ts';
import type { Holding, ReplyTenant } from './reply-memory.ts';
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
  readonly #holding: Holding;
  #resolve!: (reply: Reply) => void;
  #reject!: (failure: RouterFailure) => void;
  #octets = 0;
  #isRefused = false;
  /** Nobody waits for what still comes. */
  #isOver = false;

  constructor({ memory, tenant }: ReplyTenant) {
    this.reply = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    // A connection may break while nobody waits any more.
    this.reply.catch(() => undefined);
    this.#holding = memory.hold(tenant, (failure) => this.fail(failure));
  }

  /** True if the sentence ends the answer. @throws RouterFailure of kind `protocol` */
  take(sentence: Sentence): boolean {
    if (!TYPES.has(sentence.type)) throw new RouterFailure('protocol');
    const isLast = sentence.type === '!done';
    if (this.#isOver || !this.#charge(sentence)) return isLast;
    if (sentence.type === '!re') this.#rows.push(sentence.values);
    if (sentence.type === '!trap') this.#isRefused = true;
    if (isLast) this.#end(sentence.values);
    return isLast;
  }

  /** The rows so far, as the reply of a command that lasts until it is cancelled. */
  cutShort(): void {
    this.#end(new Map());
  }

  fail(failure: RouterFailure): void {
    this.#close();
    this.#reject(failure);
    this.#rows.length = 0;
  }

  /** False: there is no memory for it. */
  #charge({ values, octets }: Sentence): boolean {
    const size = octets + ROW_OCTETS + VALUE_OCTETS * values.size;
    this.#octets += size;
    if (this.#octets > MAX_REPLY_OCTETS) throw new RouterFailure('protocol');
    try {
      this.#holding.take(size);
      return true;
    } catch (error) {
      if (!(error instanceof RouterFailure)) throw error;
      this.fail(error);
      return false;
    }
  }

  #end(done: Row): void {
    this.#close();
    this.#resolve({ rows: this.#rows, done, isRefused: this.#isRefused });
  }

  #close(): void {
    this.#isOver = true;
    this.#holding.release();
  }
}

/** `!empty`, since 7.18, comes before `!done` instead of rows. */
const TYPES: ReadonlySet<string> = new Set(['!re', '!trap', '!empty', '!done']);
