import type pg from 'pg';
import { query, type Runner, sql } from '../../../db/sql.ts';
import { keyOf, quoted, type Table } from '../backup/format.ts';
import { belongsTo, movingTables } from './tenancy.ts';

/** Tables whose ids come from the sequence of another, since rows move between them or are numbered together. */
const SHARED: Readonly<Record<string, string>> = {
  // The number of a receipt is one of the payments'.
  'crm.receipt': 'crm.payment',
  'radius.session_log': 'radius.session',
  'crm_archive.session_log': 'radius.session',
  'crm_archive.audit_event': 'auth.audit_event',
  'crm_archive.audit_change': 'auth.audit_change',
};

/** Tables by the sequence that their ids come from. */
export async function tablesBySequence(on: Runner, tables: readonly Table[]): Promise<Map<string, Table[]>> {
  const found = new Map<string, Table[]>();
  for (const table of movingTables(tables)) {
    if (!table.columns.includes('id')) continue;
    const owner = SHARED[keyOf(table)] ?? keyOf(table);
    const [row] = await query<{ sequence: string | null }>(
      on,
      sql`SELECT coalesce(pg_get_serial_sequence(${owner}, 'id'), to_regclass(${`${owner}_id_seq`})::text) AS sequence`,
    );
    if (!row?.sequence) throw new Error(`${keyOf(table)} has ids of no sequence`);
    found.set(row.sequence, [...(found.get(row.sequence) ?? []), table]);
  }
  return found;
}

/** The highest ids of the ISP's rows by sequence; none for sequences of which it has no row. */
export async function highestIds(
  client: pg.ClientBase,
  ispId: number,
  tables: readonly Table[],
): Promise<Record<string, bigint>> {
  const highest: Record<string, bigint> = {};
  for (const [sequence, sources] of await tablesBySequence(client, tables)) {
    for (const table of sources) {
      const { rows } = await client.query<{ id: string | null }>(
        `SELECT max(t.id)::text AS id FROM ${quoted(table)} t WHERE ${belongsTo(ispId, table)}`,
      );
      const id = BigInt(rows[0]?.id ?? 0);
      if (id > (highest[sequence] ?? 0n)) highest[sequence] = id;
    }
  }
  return highest;
}
