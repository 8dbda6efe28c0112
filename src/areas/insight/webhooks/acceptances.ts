import type { Database } from '../../../db/database.ts';
import type { Delivery } from './deliver.ts';
import { type Claimed, recordAccepted } from './progress.ts';

/** So many messages may be repeated if the node dies. */
const MAX_UNNOTED = 100;
const NOTE_WITHIN_MS = 200;

/**
 * What a webhook accepts during a turn, noted in batches: a commit for each would take longer than most receivers. While one batch is
 * written, the next messages are sent, as long as few are not noted.
 */
export class Acceptances {
  readonly #db: Pick<Database, 'pool'>;
  /** As the database knows it. */
  #noted: Claimed;
  #waiting: Delivery[] = [];
  #underWay = 0;
  #noting: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #failure: { readonly error: unknown } | undefined;
  /** False: it is another node's, or is told again what it has accepted. */
  #counts = true;
  #isEnabled = true;

  constructor(db: Pick<Database, 'pool'>, webhook: Claimed) {
    this.#db = db;
    this.#noted = webhook;
  }

  /** The webhook as it was noted last. */
  get noted(): Claimed {
    return this.#noted;
  }

  /** Will be noted soon, whatever becomes of the next message. */
  add(delivery: Delivery): void {
    this.#waiting.push(delivery);
    this.#noteSoon();
  }

  /** Whether this node may send another message; waits until few enough are not noted. @throws what kept them from being noted */
  async mayGoOn(): Promise<boolean> {
    if (this.#waiting.length + this.#underWay >= MAX_UNNOTED) await this.noteAll();
    this.#rethrow();
    return this.#counts && this.#isEnabled;
  }

  /** Returns whether the webhook is still this node's to move. @throws what kept them from being noted */
  async noteAll(): Promise<boolean> {
    while (this.#noting || (this.#waiting.length > 0 && this.#counts && !this.#failure))
      await (this.#noting ?? this.#note());
    this.#rethrow();
    return this.#counts;
  }

  #rethrow(): void {
    if (this.#failure) throw this.#failure.error;
  }

  #noteSoon(): void {
    if (this.#timer || this.#noting || this.#failure || !this.#counts) return;
    this.#timer = setTimeout(() => this.#note(), NOTE_WITHIN_MS);
  }

  /** Never rejects: a failure is for the next who asks. */
  #note(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const batch = this.#waiting;
    this.#waiting = [];
    this.#underWay = batch.length;
    this.#noting = this.#write(batch).finally(() => {
      this.#underWay = 0;
      this.#noting = undefined;
      if (this.#waiting.length > 0) this.#noteSoon();
    });
    return this.#noting;
  }

  async #write(batch: readonly Delivery[]): Promise<void> {
    try {
      const { counts, isEnabled } = await recordAccepted(this.#db, this.#noted, batch);
      this.#counts = counts;
      this.#isEnabled = isEnabled;
      this.#noted = { ...this.#noted, cursor: batch.at(-1)?.event.id ?? this.#noted.cursor, attempts: 0 };
    } catch (error) {
      this.#failure = { error };
    }
  }
}
