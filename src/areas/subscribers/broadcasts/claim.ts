import type { Channel } from '../../../core/vocabulary/notice.ts';
import type { Database } from '../../../db/database.ts';
import { query, sql } from '../../../db/sql.ts';
import { allowanceOf, countSent } from '../notices/pace.ts';
import { mayBeSent } from './hours.ts';
import type { BroadcastType } from './vocabulary.ts';

/** A mass message and one of its channels. */
export interface Part {
  readonly broadcastId: number;
  readonly ispId: number;
  readonly channel: Channel;
  readonly type: BroadcastType;
}

/** A message that this node sends. */
export interface Queued {
  readonly id: number;
  /** The telephone number in E.164, or as it was written; or the e-mail address in lower case. */
  readonly key: string;
  readonly serviceId: number;
  readonly customerId: number;
  readonly attempts: number;
  readonly createdAt: Date;
  readonly leasedUntil: Date;
}

/** Messages that a node sends one after another. */
export interface Batch extends Part {
  readonly messages: readonly Queued[];
}

/**
 * How long a node that has died keeps others from its messages: longer than a batch may take. By the clock of the database, which
 * all nodes share.
 */
export const LEASE_S = 180;
const BATCH = 256;

interface Claim {
  readonly now: Date;
  readonly limit: number;
  /** ISPs that have had their share of this node. */
  readonly without: readonly number[];
}

/** Takes batches of messages that are due, in no particular order of the mass messages. No other node gets them until the lease ends. */
export async function claimBatches(
  db: Pick<Database, 'pool' | 'transaction'>,
  { now, limit, without }: Claim,
): Promise<Batch[]> {
  const parts = await query<Part>(
    db.pool,
    sql`SELECT b.id AS "broadcastId", b.isp_id AS "ispId", c.channel, b.type FROM crm.broadcast b
        JOIN crm.isp_setting t ON t.isp_id = b.isp_id
        CROSS JOIN LATERAL (SELECT DISTINCT x.channel FROM crm.broadcast_text x WHERE x.broadcast_id = b.id) c
        WHERE b.ended_at IS NULL AND b.status = 'Sending' AND b.isp_id <> ALL(${[...without]}::int[])
          AND ${mayBeSent(sql`${now}::timestamptz`)}
          AND EXISTS (SELECT FROM crm.notice_message m WHERE m.broadcast_id = b.id AND m.channel = c.channel
            AND m.status = 'Queued' AND m.due_at <= ${now}::timestamptz AND (m.leased_until IS NULL OR m.leased_until < now()))
          AND NOT EXISTS (SELECT FROM crm.tenant_freeze f WHERE f.isp_id = b.isp_id)
        ORDER BY b.urgent DESC, random() LIMIT ${limit}`,
  );
  const batches: Batch[] = [];
  for (const part of parts) {
    const messages = await claimBatch(db, part, now);
    if (messages.length > 0) batches.push({ ...part, messages });
  }
  return batches;
}

function claimBatch(db: Pick<Database, 'transaction'>, part: Part, now: Date): Promise<Queued[]> {
  return db.transaction(async (tx) => {
    const allowance = await allowanceOf(tx, part, BATCH, now);
    if (!allowance) return [];
    const messages = await query<Queued>(
      tx,
      sql`UPDATE crm.notice_message m SET leased_until = now() + make_interval(secs => ${LEASE_S})
          FROM (
            SELECT w.id FROM crm.notice_message w
            WHERE w.broadcast_id = ${part.broadcastId} AND w.channel = ${part.channel} AND w.status = 'Queued'
              AND w.due_at <= ${now}::timestamptz AND (w.leased_until IS NULL OR w.leased_until < now())
            ORDER BY w.due_at, w.id LIMIT ${allowance} FOR UPDATE SKIP LOCKED
          ) due
          WHERE m.id = due.id
          RETURNING m.id::float8 AS id, m.key, m.service_id AS "serviceId", m.customer_id AS "customerId", m.attempts,
            m.created_at AS "createdAt", m.leased_until AS "leasedUntil"`,
    );
    await countSent(tx, part, messages.length, now);
    return messages;
  });
}
