import { Fault } from '../../core/fault.ts';
import { attempt } from '../../db/savepoint.ts';
import type { Tx } from '../../db/tx.ts';
import { faultOf } from '../../rpc/fault-of.ts';
import type { ImportRun } from '../run.ts';
import { type Fate, refused, type SourceRow } from '../source-row.ts';

/** Writes rows of one kind, all of them in the transaction. @returns the fate of each */
export type Writer = (tx: Tx, run: ImportRun, rows: readonly SourceRow[]) => Promise<Fate[]>;

/** What a record is here: its id, 0 if it has none; `isNew`: it was not there before. */
export interface Written {
  readonly id: number;
  readonly isNew: boolean;
  readonly reason?: string;
}

export const IMPORTED = (reason = ''): Fate => ({ outcome: 'imported', reason });
export const PRESENT: Fate = { outcome: 'present', reason: 'an earlier import created it' };

/** A writer of rows that are made one by one: of those of which there are few. */
export function oneByOne(write: (tx: Tx, run: ImportRun, row: SourceRow) => Promise<Written>): Writer {
  return async (tx, run, rows) => {
    const [first] = rows;
    if (!first) return [];
    const known = await run.keys.find(
      tx,
      first.kind,
      rows.map(({ key }) => key),
    );
    const fates: Fate[] = [];
    for (const row of rows) {
      if (known.has(row.key)) fates.push(PRESENT);
      else fates.push(await refusalOf(() => attempt(tx, () => writeOne(tx, run, { row, write }))));
    }
    return fates;
  };
}

async function writeOne(
  tx: Tx,
  run: ImportRun,
  { row, write }: { row: SourceRow; write: (tx: Tx, run: ImportRun, row: SourceRow) => Promise<Written> },
): Promise<Fate> {
  const { id, isNew, reason } = await write(tx, run, row);
  run.keys.add(tx, row.kind, new Map([[row.key, id]]));
  if (isNew) return IMPORTED(reason);
  return { outcome: 'present', reason: reason ?? 'it already exists, so the import uses it' };
}

/** Turns what the rules refuse into a fate. @throws what they cannot refuse: the database is away, or a defect */
export async function refusalOf(work: () => Promise<Fate>): Promise<Fate> {
  try {
    return await work();
  } catch (error) {
    const fault = error instanceof Fault ? error : faultOf(error);
    if (fault.kind === 'internal' || fault.kind === 'unavailable') throw error;
    return refused(fault.message);
  }
}
