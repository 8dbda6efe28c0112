import type { AccountingRecord, SessionRecord } from './record/record.ts';

/** The result of recording a batch. */
export interface Recorded {
  /** Records that can never be saved; the log says why. */
  readonly refused: ReadonlySet<AccountingRecord>;
  /** Records whose sessions have ended although the records say that they continue. */
  readonly ended: readonly SessionRecord[];
}

/** Makes accounting records durable. */
export interface Recorder {
  /**
   * Resolves when the records are durable, in the order given. No request may be answered before.
   * @throws NotDurable when the records cannot be saved anywhere now, or the recorder stops first
   */
  record(batch: readonly AccountingRecord[]): Promise<Recorded>;
}

/** The records remain unanswered, so their NASes retransmit them. The cause has been logged. */
export class NotDurable extends Error {
  override readonly name = 'NotDurable';
}
