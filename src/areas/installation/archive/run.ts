import type { Database } from '../../../db/database.ts';

/** What the steps of one archive run share. */
export interface ArchiveRun {
  readonly db: Database;
  readonly signal: AbortSignal;
  /** Pause between two attempts to get a lock. */
  readonly pauseMs?: number;
  /** Sessions that ended after this may still continue. */
  readonly mayContinueSince: Date;
  /** Called between two steps. @throws Interrupted if the run is aborted */
  throwIfAborted(): void;
  countArchived(table: string, rows: number): void;
  countRemoved(table: string, rows: number): void;
}

/** The run was aborted; the next one continues. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
}
