import type { Tx } from '../db/database.ts';
import { execute, raw, sql } from '../db/sql.ts';
import type { Kind } from './source-row.ts';

/** The tables that grow with the rows of a kind. Of the other kinds there are few rows. */
const GROWING: Partial<Readonly<Record<Kind, string>>> = {
  customer: 'crm.customer',
  service: 'crm.service, crm.period, radius.usage',
  session: 'radius.session',
};

const FIRST = 500;

/**
 * Says when the planner must be told how tables have grown: after 500 rows of a kind, then whenever they have doubled. To the
 * planner a new ISP has no rows; by whatever index it then looks a name up, it expects nothing to read, and reads all services.
 * Autovacuum tells it only when a tenth of the table is new, and of a dry run never, since that commits nothing.
 */
export class Statistics {
  readonly #written = new Map<Kind, number>();
  readonly #next = new Map<Kind, number>();

  /** What is to be called after so many more rows of a kind; nothing while they are few. */
  after(kind: Kind, rows: number): ((tx: Tx) => Promise<unknown>) | undefined {
    const tables = GROWING[kind];
    const written = (this.#written.get(kind) ?? 0) + rows;
    this.#written.set(kind, written);
    if (tables === undefined || written < (this.#next.get(kind) ?? FIRST)) return undefined;
    this.#next.set(kind, 2 * written);
    // Another dry run holds its lock to its end; it has told the planner enough.
    return (tx) => execute(tx, sql`ANALYZE (SKIP_LOCKED) ${raw(tables)}`);
  }
}
