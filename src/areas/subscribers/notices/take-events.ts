import type { Database } from '../../../db/database.ts';
import { execute, query, sql } from '../../../db/sql.ts';
import { isChosen } from './choice.ts';

/** Events of one ISP in one transaction. */
const PAGE = 1_000;
/** What is older is no news; such as after a pause of all nodes, or a move of the tenant. */
const NEWS_HOURS = 24;

/**
 * What an event `e` sets off. A service that begins for the first time was not restored, a credit note is no invoice, and the
 * advance that an import brings along (`moving/write/services.ts`) is no payment that a subscriber has just made.
 */
const TRIGGER_OF_EVENT = sql`CASE e.type
  WHEN 'payment.received' THEN CASE WHEN e.data ->> 'ref_no' IS DISTINCT FROM 'Opening balance' THEN 'payment_received' END
  WHEN 'payment.bounced' THEN 'payment_bounced'
  WHEN 'service.password_changed' THEN 'password_changed'
  WHEN 'invoice.issued' THEN CASE WHEN (e.data ->> 'total')::numeric > 0 THEN 'invoice_issued' END
  WHEN 'service.status_changed' THEN CASE e.data ->> 'status' WHEN 'NP' THEN 'np' WHEN 'NPD' THEN 'npd'
    WHEN 'Active' THEN CASE WHEN e.data ->> 'previous_status' <> 'NewRequest' THEN 'restored' END END
  END`;

/**
 * Makes the messages of new events, and remembers with them up to where: so each event is told once, whatever stops a node.
 * Returns whether there may be more.
 */
export async function takeEvents(db: Pick<Database, 'pool' | 'transaction'>, now: Date): Promise<boolean> {
  const late = await query<{ ispId: number }>(
    db.pool,
    sql`SELECT p.isp_id AS "ispId" FROM crm.notice_progress p
        WHERE EXISTS (SELECT FROM crm.event e WHERE e.isp_id = p.isp_id AND e.id > p.cursor)
          AND NOT EXISTS (SELECT FROM crm.tenant_freeze f WHERE f.isp_id = p.isp_id)
        ORDER BY random() LIMIT 100`,
  );
  for (const { ispId } of late) await takePage(db, ispId, now);
  return late.length > 0;
}

async function takePage(db: Pick<Database, 'transaction'>, ispId: number, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    const [progress] = await query<{ cursor: string }>(
      tx,
      sql`SELECT cursor::text AS cursor FROM crm.notice_progress WHERE isp_id = ${ispId} FOR NO KEY UPDATE SKIP LOCKED`,
    );
    if (!progress) return;
    const [page] = await query<{ upto: string | null }>(
      tx,
      sql`SELECT max(id)::text AS upto FROM (SELECT e.id FROM crm.event e
          WHERE e.isp_id = ${ispId} AND e.id > ${progress.cursor}::bigint ORDER BY e.id LIMIT ${PAGE}) x`,
    );
    if (page?.upto == null) return;
    await execute(
      tx,
      sql`INSERT INTO crm.notice_message (isp_id, reseller_id, notice_id, key, service_id, customer_id, subject_id, channel,
            due_at, created_at)
          SELECT e.isp_id, e.reseller_id, n.id, 'event:' || e.id, e.service_id, e.customer_id, e.subject_id, n.channel,
            ${now}::timestamptz, ${now}::timestamptz
          FROM crm.event e
          JOIN crm.notice n ON n.isp_id = e.isp_id AND n.trigger = ${TRIGGER_OF_EVENT} AND n.from_event < e.id
          JOIN crm.customer c ON c.id = e.customer_id
          JOIN crm.isp_setting t ON t.isp_id = e.isp_id
          WHERE e.isp_id = ${ispId} AND e.id > ${progress.cursor}::bigint AND e.id <= ${page.upto}::bigint
            AND e.service_id IS NOT NULL AND e.at > ${now}::timestamptz - make_interval(hours => ${NEWS_HOURS}) AND ${isChosen}
          ORDER BY e.id
          ON CONFLICT (notice_id, key) DO NOTHING`,
    );
    await execute(tx, sql`UPDATE crm.notice_progress SET cursor = ${page.upto}::bigint WHERE isp_id = ${ispId}`);
  });
}
