import type { AccountingRecord } from './record.ts';

/** Where accounting records become durable. */
export interface Recorder {
  /**
   * Resolves when the records are durable, in the order given; until then nobody may be told that they are. Returns those
   * that can never be recorded, which the log explains.
   * @throws NotDurable when nothing takes the records now, or when the recorder stops first
   */
  record(batch: readonly AccountingRecord[]): Promise<ReadonlySet<AccountingRecord>>;
}

/** Nobody was told of the records; their NASes repeat them. Whoever throws this has told the operator. */
export class NotDurable extends Error {
  override readonly name = 'NotDurable';
}
