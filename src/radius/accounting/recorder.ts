import type { AccountingRecord } from './record.ts';

/** Where accounting records become durable. */
export interface Recorder {
  /**
   * Resolves when the records are durable, in the order given; until then nobody may be told that they are. Returns those
   * that can never be recorded, which the log explains.
   * @throws when the recorder stops first
   */
  record(batch: readonly AccountingRecord[]): Promise<ReadonlySet<AccountingRecord>>;
}
