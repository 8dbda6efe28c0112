import type { Database } from '../../../db/database.ts';
import { execute, query, sql } from '../../../db/sql.ts';

/** Of one statement. */
const BATCH = 1_000;
/** "even", in ASCII: one node at a time. */
export const NUMBERING = 0x6576656e;

/**
 * Gives the events of committed transactions their places in the feed. One node does it at a time, each batch in a transaction
 * that ends before the next takes an id: so an id is higher than all that were visible before, and nothing appears below an id
 * that somebody has read. Returns how many were numbered; 0 also while another node is doing it.
 */
export async function numberEvents(db: Pick<Database, 'transaction' | 'pool'>): Promise<number> {
  const [waiting] = await query(db.pool, sql`SELECT FROM crm.unnumbered_event LIMIT 1`);
  if (!waiting) return 0;
  return db.transaction(async (tx) => {
    const [lock] = await query<{ mine: boolean }>(tx, sql`SELECT pg_try_advisory_xact_lock(${NUMBERING}) AS mine`);
    if (!lock?.mine) return 0;
    return execute(
      tx,
      sql`WITH taken AS (
            DELETE FROM crm.unnumbered_event
            WHERE id IN (SELECT id FROM crm.unnumbered_event ORDER BY id LIMIT ${BATCH}) RETURNING *
          )
          INSERT INTO crm.event (id, isp_id, reseller_id, type, version, subject_id, service_id, customer_id, at, procedure,
            username, data)
          SELECT nextval('crm.event_id_seq'), o.* FROM (
            SELECT t.isp_id, t.reseller_id, t.type, t.version, t.subject_id, t.service_id, t.customer_id, t.at, a.procedure,
              a.username, t.data
            FROM taken t LEFT JOIN auth.audit_event a ON a.id = t.audit_event_id
            ORDER BY t.id
          ) o`,
    );
  });
}
