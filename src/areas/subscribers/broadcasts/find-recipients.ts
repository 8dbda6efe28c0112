import { wholeInstallation } from '../../../core/tenancy/scope.ts';
import type { Channel } from '../../../core/vocabulary/notice.ts';
import type { Database } from '../../../db/database.ts';
import { execute, query, sql } from '../../../db/sql.ts';
import { type Audience, chosenCustomers } from './audience.ts';
import { COUNTS, type Counts, judged } from './recipients.ts';
import type { BroadcastType } from './vocabulary.ts';

/** Customers in one transaction. */
const SLICE = 1_000;

interface Unfinished {
  readonly id: number;
  readonly ispId: number;
  readonly type: BroadcastType;
  readonly audience: Audience;
  /** The last customer who was looked at. */
  readonly cursor: number;
  readonly channels: readonly Channel[];
}

/**
 * Finds the next recipients of mass messages, one slice of each, and remembers with them up to where: so each is found once,
 * whatever stops a node. Returns whether there may be more.
 */
export async function findRecipients(db: Pick<Database, 'pool' | 'transaction'>, now: Date): Promise<boolean> {
  const unfinished = await query<{ id: number }>(
    db.pool,
    sql`SELECT b.id FROM crm.broadcast b
        WHERE b.ended_at IS NULL AND b.status = 'Sending' AND b.cursor IS NOT NULL
          AND NOT EXISTS (SELECT FROM crm.tenant_freeze f WHERE f.isp_id = b.isp_id)
        ORDER BY random() LIMIT 10`,
  );
  for (const { id } of unfinished) await findSlice(db, id, now);
  return unfinished.length > 0;
}

async function findSlice(db: Pick<Database, 'transaction'>, id: number, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    const [message] = await query<Unfinished>(
      tx,
      sql`SELECT b.id, b.isp_id AS "ispId", b.type, b.audience, b.cursor,
            ARRAY(SELECT x.channel FROM crm.broadcast_text x WHERE x.broadcast_id = b.id GROUP BY 1 ORDER BY min(x.id)) AS channels
          FROM crm.broadcast b WHERE b.id = ${id} AND b.status = 'Sending' AND b.cursor IS NOT NULL
          FOR NO KEY UPDATE OF b SKIP LOCKED`,
    );
    if (!message) return;
    const { ispId, audience, cursor: after } = message;
    const chosen = chosenCustomers(wholeInstallation, ispId, audience, { after, limit: SLICE });
    const [found] = await query<Found>(
      tx,
      sql`WITH ${judged(message, chosen)}, added AS (
            INSERT INTO crm.notice_message (isp_id, reseller_id, broadcast_id, key, service_id, customer_id, channel, status, due_at,
              created_at)
            SELECT j.isp_id, j.reseller_id, ${id}::int, j.address, j.service_id, j.customer_id, j.channel, 'Queued',
              ${now}::timestamptz, ${now}::timestamptz
            FROM judged j WHERE j.skipped IS NULL ORDER BY j.customer_id
            ON CONFLICT (broadcast_id, key) WHERE broadcast_id IS NOT NULL DO NOTHING RETURNING 1
          )
          SELECT ${COUNTS}, (SELECT count(*) FROM added)::int AS added, (SELECT max(h.customer_id) FROM chosen h) AS upto,
            (SELECT count(*) FROM chosen)::int AS customers
          FROM judged`,
    );
    if (!found) throw new Error('an aggregate has one row');
    await execute(tx, progressOf(id, found));
  });
}

interface Found extends Counts {
  readonly added: number;
  /** Null: there were none. */
  readonly upto: number | null;
  readonly customers: number;
}

/** Those who were not added have the address of a customer in an earlier slice. */
const progressOf = (id: number, { count, added, upto, customers, ...counts }: Found) =>
  sql`UPDATE crm.broadcast SET cursor = ${customers < SLICE ? null : upto}::int, opted_out = opted_out + ${counts.opted_out},
        no_address = no_address + ${counts.no_address}, same_address = same_address + ${counts.same_address + count - added}
      WHERE id = ${id}`;
