import type { Database } from '../../../db/database.ts';
import { query, sql } from '../../../db/sql.ts';
import type { ChangedIds } from './changed-ids.ts';

const MAX_ROWS = 5_000;
/** How far back each look goes for sessions that have ended, since their time is that of a NAS. */
const ENDED_WITHIN_S = 30;
/** Rows may be committed after rows with higher ids. */
const OVERLAP = 500;

/**
 * Sessions that began or ended, by looking at the ends of two indexes. Accounting writes thousands of rows a second, so it
 * notifies nobody; and interim updates are not looked for, since screens read volumes again by themselves.
 */
export class SessionChanges {
  readonly #db: Pick<Database, 'pool'>;
  /** Undefined before the first look, which only finds the end. */
  #last: number | undefined;
  /** What the last look found. */
  #seen: ReadonlySet<string> = new Set();

  constructor(db: Pick<Database, 'pool'>) {
    this.#db = db;
  }

  async readInto(changed: ChangedIds): Promise<void> {
    const isFirst = this.#last === undefined;
    const rows = await query<{ id: number; service_id: number; ended: boolean }>(
      this.#db.pool,
      sql`(SELECT x.id::float8 AS id, x.service_id, false AS ended FROM radius.session x
            WHERE x.id > ${(this.#last ?? (await this.#end())) - OVERLAP}::bigint AND x.service_id IS NOT NULL
            ORDER BY x.id DESC LIMIT ${MAX_ROWS})
          UNION ALL
          (SELECT x.id::float8, x.service_id, true FROM radius.session x
            WHERE x.ended_at > now() - make_interval(secs => ${ENDED_WITHIN_S}) AND x.service_id IS NOT NULL
            ORDER BY x.ended_at DESC LIMIT ${MAX_ROWS})`,
    );
    const seen = new Set<string>();
    for (const { id, service_id, ended } of rows) {
      const key = `${id} ${ended}`;
      seen.add(key);
      if (!isFirst && !this.#seen.has(key)) changed.add('session', service_id);
      this.#last = Math.max(this.#last ?? 0, id);
    }
    this.#last ??= 0;
    this.#seen = seen;
  }

  async #end(): Promise<number> {
    const [row] = await query<{ id: number }>(
      this.#db.pool,
      sql`SELECT coalesce(max(id), 0)::float8 AS id FROM radius.session`,
    );
    return row?.id ?? 0;
  }
}
