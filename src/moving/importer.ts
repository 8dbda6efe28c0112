import { attempt } from '../db/savepoint.ts';
import type { Tx } from '../db/tx.ts';
import type { Report } from './report.ts';
import type { ImportRun } from './run.ts';
import { type Fate, type Kind, refused, type SourceRow } from './source-row.ts';
import { writeCustomers } from './write/customers.ts';
import { refusalOf, type Writer } from './write/each.ts';
import { writeServices } from './write/services.ts';
import { writeSessions } from './write/sessions.ts';
import { writeLocations, writeNases, writePlans, writePools, writeSubPlans } from './write/small-kinds.ts';

const WRITERS: Readonly<Record<Kind, Writer>> = {
  location: writeLocations,
  pool: writePools,
  nas: writeNases,
  plan: writePlans,
  subplan: writeSubPlans,
  customer: writeCustomers,
  service: writeServices,
  session: writeSessions,
};

/** Rows per transaction: large enough for few statements, small enough to hold locks for a moment only. */
const BATCH = 250;

/** Runs work in a transaction of its own, or in the one that a dry run takes back. */
export type InTransaction = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;

/** Takes rows one after the other, writes them in batches of one kind, and reports what became of each. */
export class Importer {
  readonly #run: ImportRun;
  readonly #report: Report;
  readonly #inTransaction: InTransaction;
  readonly #seen = new Map<Kind, Map<string, string>>();
  #batch: SourceRow[] = [];
  done = 0;

  constructor(run: ImportRun, report: Report, inTransaction: InTransaction) {
    this.#run = run;
    this.#report = report;
    this.#inTransaction = inTransaction;
  }

  async add(row: SourceRow): Promise<void> {
    const fault = row.fault ?? this.#repetition(row);
    if (fault !== undefined) {
      this.done += 1;
      return this.#report.add(row, refused(fault));
    }
    if (this.#batch.length === BATCH || (this.#batch[0] && this.#batch[0].kind !== row.kind)) await this.flush();
    this.#batch.push(row);
  }

  /** Writes what has been taken. A row whose batch fails is tried alone, so that it does not affect the others. */
  async flush(): Promise<void> {
    const rows = this.#batch;
    this.#batch = [];
    const [first] = rows;
    if (!first) return;
    const write = WRITERS[first.kind];
    const fates = await this.#inTransaction(async (tx) => {
      try {
        return await attempt(tx, () => write(tx, this.#run, rows));
      } catch (error) {
        await refusalOf(() => Promise.reject(error));
        return this.#alone(tx, write, rows);
      }
    });
    this.done += rows.length;
    for (const [at, row] of rows.entries()) await this.#report.add(row, fates[at] ?? refused('it was forgotten'));
  }

  async #alone(tx: Tx, write: Writer, rows: readonly SourceRow[]): Promise<Fate[]> {
    const fates: Fate[] = [];
    for (const row of rows)
      fates.push(
        await refusalOf(async () => {
          const [fate] = await attempt(tx, () => write(tx, this.#run, [row]));
          if (!fate) throw new Error('a writer forgot a row');
          return fate;
        }),
      );
    return fates;
  }

  /** A key that an earlier row of the source has. */
  #repetition({ kind, key, at }: SourceRow): string | undefined {
    const seen = this.#seen.get(kind) ?? new Map<string, string>();
    this.#seen.set(kind, seen);
    const before = seen.get(key);
    if (before === undefined) seen.set(key, at);
    return before === undefined ? undefined : `${before} has the same key already`;
  }
}
