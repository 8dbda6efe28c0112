import type { AccountingRecord, SessionRecord } from './record/record.ts';

/** What became of records that are durable. */
export interface Recorded {
  /** Those that can never be recorded, which the log explains. */
  readonly refused: ReadonlySet<AccountingRecord>;
  /** Those whose sessions are over although they say that they go on: memory must not think so. */
  readonly ended: readonly SessionRecord[];
}

/** Where accounting records become durable. */
export interface Recorder {
  /**
   * Resolves when the records are durable, in the order given; until then nobody may be told that they are.
   * @throws NotDurable when nothing takes the records now, or when the recorder stops first
   */
  record(batch: readonly AccountingRecord[]): Promise<Recorded>;
}

/** Nobody was told of the records; their NASes repeat them. Whoever throws this has told the operator. */
export class NotDurable extends Error {
  override readonly name = 'NotDurable';
}
