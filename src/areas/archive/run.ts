import type { Database } from '../../db/database.ts';

/** One run of the archive: what its steps share. */
export interface ArchiveRun {
  readonly db: Database;
  readonly signal: AbortSignal;
  /** Between two attempts to get a lock. */
  readonly pauseMs?: number;
  /** Sessions that ended after this may still go on. */
  readonly mayContinueSince: Date;
  /** Between two steps. @throws Interrupted when the turn is to end */
  throwIfAborted(): void;
  countArchived(table: string, rows: number): void;
  countRemoved(table: string, rows: number): void;
}

/** The turn was told to end; another one goes on. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
}
