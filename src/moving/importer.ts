import { attempt } from '../db/savepoint.ts';
import type { Tx } from '../db/tx.ts';
import type { Report } from './report.ts';
import type { ImportRun } from './run.ts';
import { type Fate, isSubscriber, type Kind, refused, type SourceRow } from './source-row.ts';
import { Statistics } from './statistics.ts';
import { writeCustomers } from './write/customers.ts';
import { refusalOf, type Writer } from './write/each.ts';
import { writeServices } from './write/services.ts';
import { writeSessions } from './write/sessions.ts';
import { writeLocations, writeNases, writePlans, writePools, writeSubPlans } from './write/small-kinds.ts';
import { neither, writeSubscribers } from './write/subscribers.ts';

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
  readonly #atOnce: number;
  readonly #running = new Set<Promise<void>>();
  readonly #statistics = new Statistics();
  #failure: { readonly error: unknown } | undefined;
  #batch: SourceRow[] = [];
  done = 0;

  /** `atOnce`: batches at a time; while the database works on one, the rules run on another. */
  constructor(
    run: ImportRun,
    report: Report,
    { inTransaction, atOnce }: { readonly inTransaction: InTransaction; readonly atOnce: number },
  ) {
    this.#atOnce = atOnce;
    this.#run = run;
    this.#report = report;
    this.#inTransaction = inTransaction;
  }

  async add(row: SourceRow): Promise<void> {
    const fate = this.#refusal(row);
    if (fate) return this.#tell(row, fate);
    const [first] = this.#batch;
    // Rows of a kind refer to those of the kinds before it.
    if (first && first.kind !== row.kind) await this.flush();
    else if (this.#batch.length === BATCH) await this.#start();
    this.#batch.push(row);
  }

  /** Waits for all batches. @throws what one of them has thrown */
  async flush(): Promise<void> {
    await this.#start();
    await Promise.all(this.#running);
    if (this.#failure) throw this.#failure.error;
  }

  async #start(): Promise<void> {
    while (this.#running.size >= this.#atOnce) await Promise.race(this.#running);
    if (this.#failure) throw this.#failure.error;
    const rows = this.#batch;
    this.#batch = [];
    const running: Promise<void> = this.#write(rows)
      .catch((error: unknown) => {
        this.#failure ??= { error };
      })
      .finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  /** Writes what has been taken. */
  async #write(rows: readonly SourceRow[]): Promise<void> {
    const [first] = rows;
    if (!first) return;
    const write = isSubscriber(first) ? writeSubscribers : WRITERS[first.kind];
    const kinds = isSubscriber(first) ? (['customer', 'service'] as const) : [first.kind];
    const analyses = kinds.map((kind) => this.#statistics.after(kind, rows.length));
    const fates = await this.#inTransaction(async (tx) => {
      const written = await this.#together(tx, write, rows);
      // In the transaction of a batch: one of its own would be a change in the audit.
      for (const analyze of analyses) await analyze?.(tx);
      return written;
    });
    for (const [at, row] of rows.entries()) await this.#tell(row, fates[at] ?? refused('it was forgotten'));
  }

  async #tell(row: SourceRow, { service, ...fate }: Fate): Promise<void> {
    this.done += 1;
    await this.#report.add(row, fate);
    // What is refused as a whole is refused for both.
    if (isSubscriber(row)) await this.#tell(row.service, service ?? fate);
  }

  /** A row whose batch fails is tried alone, so that it does not affect the others. */
  async #together(tx: Tx, write: Writer, rows: readonly SourceRow[]): Promise<readonly Fate[]> {
    try {
      return await attempt(tx, () => write(tx, this.#run, rows));
    } catch (error) {
      await refusalOf(() => Promise.reject(error));
      return this.#alone(tx, write, rows);
    }
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

  /** What is known of a row before the database is asked. */
  #refusal(row: SourceRow): Fate | undefined {
    const fault = row.fault ?? this.#repetition(row);
    const service = isSubscriber(row) ? this.#refusal(row.service) : undefined;
    if (fault === undefined) return service && neither(service);
    return { ...refused(fault), ...(service && { service }) };
  }

  /** A key that an earlier row of the source has. */
  #repetition({ kind, key, at }: SourceRow): string | undefined {
    const seen = this.#seen.get(kind) ?? new Map<string, string>();
    this.#seen.set(kind, seen);
    const before = seen.get(key);
    if (before === undefined) seen.set(key, at);
    return before === undefined ? undefined : `${before} already has this key`;
  }
}
