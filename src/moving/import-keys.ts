import { query, sql } from '../db/sql.ts';
import type { Tx } from '../db/tx.ts';
import { insert } from '../db/write.ts';
import type { Kind } from './source-row.ts';

/** The keys that records have in the source of an import, and their ids here: `crm.import_source`. */
export class ImportKeys {
  readonly #ispId: number;
  readonly #source: string;

  constructor(ispId: number, source: string) {
    this.#ispId = ispId;
    this.#source = source;
  }

  /** The ids of those that an import has made, by their keys. */
  async find(tx: Tx, kind: Kind, keys: readonly string[]): Promise<Map<string, number>> {
    const rows = await query<{ key: string; id: number }>(
      tx,
      sql`SELECT i.key, i.record_id AS id FROM crm.import_source i
          WHERE i.isp_id = ${this.#ispId} AND i.source = ${this.#source} AND i.kind = ${kind}
            AND i.key = ANY(${[...new Set(keys)]}::text[])`,
    );
    return new Map(rows.map(({ key, id }) => [key, id]));
  }

  /** Notes what was made, in the transaction that made it. */
  add(tx: Tx, kind: Kind, ids: ReadonlyMap<string, number>): void {
    const rows = [...ids].map(([key, id]) => ({
      ispId: this.#ispId,
      source: this.#source,
      kind,
      key,
      recordId: id,
      createdAt: new Date(),
    }));
    insert(tx, 'crm.import_source', rows);
  }
}
