import { execute, query, type Runner, sql } from '../../../db/sql.ts';

/** How far each sequence moves: more records than are made between a backup and a restore. */
const GAP = 1_000_000;

export interface MovedOn {
  readonly sequences: number;
  /** Series of invoice numbers that will go on under another prefix. */
  readonly series: number;
}

/**
 * After the database went back to an earlier moment: what was given out since then is not given out again. An id that comes
 * again would be a stranger's: NASes still send the Class of sessions whose services are lost, and other systems still have the
 * ids. So all sequences move on by a million. Each seller's invoices get a new prefix, and go on counting without a gap.
 *
 * Sequences are not transactional, so they have moved even if the caller's transaction is rolled back, which does no harm.
 */
export async function afterRestore(on: Runner): Promise<MovedOn> {
  const moved = await query(
    on,
    sql`SELECT setval(format('%I.%I', schemaname, sequencename)::regclass,
          least(coalesce(last_value, start_value) + ${GAP}::bigint, max_value))
        FROM pg_sequences WHERE schemaname IN ('crm', 'radius', 'auth')`,
  );
  const series = await execute(
    on,
    sql`UPDATE crm.invoice_series SET code = code || ' until ' || now() WHERE code !~ ' until '`,
  );
  return { sequences: moved.length, series };
}
