import type { Database } from '../../../db/database.ts';
import { query, sql } from '../../../db/sql.ts';
import type { ChangedIds } from './changed-ids.ts';
import { TOPIC_OF_TABLE } from './topics.ts';

/** Rows of one look. Where there are more, such as in a billing run, the rest is skipped: screens read themselves anew anyway. */
const MAX_ROWS = 5_000;
/** A number that is still missing after so long belongs to a transaction that was rolled back, or that is very slow. */
const MISSED_FOR_MS = 15_000;
const MAX_MISSING = 2_000;

interface Row {
  readonly id: number;
  readonly table_name: string;
  readonly row_id: string;
}

/**
 * What calls have changed, read from the end of the audit. The audit is written anyway, so a change costs nothing more; a
 * notification for each would make all commits wait for each other. Ids are given before the commit, so a row may appear
 * after rows with higher ids: those that are missing are looked for again.
 */
export class AuditedChanges {
  readonly #db: Pick<Database, 'pool'>;
  /** Undefined before the first look, which only finds the end. */
  #last: number | undefined;
  /** When each missing id was first missed, in the milliseconds of `performance.now()`. */
  readonly #missing = new Map<number, number>();

  constructor(db: Pick<Database, 'pool'>) {
    this.#db = db;
  }

  async readInto(changed: ChangedIds): Promise<void> {
    const last = this.#last ?? (await this.#end());
    this.#last = last;
    const now = performance.now();
    for (const [id, since] of this.#missing) if (now - since > MISSED_FOR_MS) this.#missing.delete(id);
    const rows = await this.#rowsAfter(last);
    for (const { id, table_name, row_id } of rows) {
      this.#missing.delete(id);
      for (let gap = this.#last + 1; gap < id && this.#missing.size < MAX_MISSING; gap += 1)
        this.#missing.set(gap, now);
      this.#last = Math.max(this.#last, id);
      const topic = TOPIC_OF_TABLE.get(table_name);
      if (topic) changed.add(topic, Number(row_id));
    }
    if (rows.length === MAX_ROWS) this.#last = await this.#end();
  }

  async #end(): Promise<number> {
    const [row] = await query<{ id: number }>(
      this.#db.pool,
      sql`SELECT coalesce(max(id), 0)::float8 AS id FROM auth.audit_change`,
    );
    return row?.id ?? 0;
  }

  #rowsAfter(last: number): Promise<Row[]> {
    return query<Row>(
      this.#db.pool,
      sql`SELECT c.id::float8 AS id, c.table_name, c.row_id FROM auth.audit_change c
          WHERE c.id > ${last}::bigint OR c.id = ANY(${[...this.#missing.keys()]}::bigint[])
          ORDER BY c.id LIMIT ${MAX_ROWS}`,
    );
  }
}
