import { isDated, type Trigger } from '../../../core/vocabulary/notice.ts';
import type { Database } from '../../../db/database.ts';
import { execute, query, type Sql, sql } from '../../../db/sql.ts';
import { isChosen } from './choice.ts';

interface Due {
  readonly id: number;
  readonly trigger: Trigger;
  readonly volumesPassed: boolean;
}

/** Nobody wants to be reminded at midnight, when the day of an ISP begins. */
const FROM_HOUR = 9;

/**
 * Makes the messages that time or use sets off, of ISPs that have such notices. What was made before is not made again. Returns
 * whether it is done.
 */
export async function makeMessages(
  db: Pick<Database, 'pool' | 'transaction'>,
  now: Date,
  signal: AbortSignal,
): Promise<boolean> {
  const due = await query<Due>(
    db.pool,
    sql`SELECT n.id, n.trigger, n.volumes_passed AS "volumesPassed" FROM crm.notice n
        JOIN crm.isp_setting t ON t.isp_id = n.isp_id
        WHERE n.status = 'Enabled' AND n.deleted_at IS NULL
          AND (n.trigger IN ('volume_80', 'volume_100') OR n.trigger IN ('before_expiry', 'before_due')
            AND extract(hour FROM ${now}::timestamptz AT TIME ZONE t.timezone) >= ${FROM_HOUR})
          AND NOT EXISTS (SELECT FROM crm.tenant_freeze f WHERE f.isp_id = n.isp_id)
        ORDER BY n.id`,
  );
  for (const notice of due) {
    if (signal.aborted) return false;
    if (isDated(notice.trigger)) await execute(db.pool, insertion(notice, 'Waiting', now));
    else await makeOfVolume(db, notice, now);
  }
  return true;
}

/** The first time it only notes whose volume is used up already, or it would tell all of them at once. */
async function makeOfVolume(db: Pick<Database, 'transaction'>, notice: Due, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    const [row] = await query<{ passed: boolean }>(
      tx,
      sql`SELECT volumes_passed AS passed FROM crm.notice
          WHERE id = ${notice.id} AND status = 'Enabled' AND deleted_at IS NULL FOR NO KEY UPDATE`,
    );
    if (!row) return;
    await execute(tx, insertion(notice, row.passed ? 'Waiting' : 'Skipped', now));
    if (!row.passed) await execute(tx, sql`UPDATE crm.notice SET volumes_passed = true WHERE id = ${notice.id}`);
  });
}

function insertion({ id, trigger }: Due, status: 'Waiting' | 'Skipped', now: Date): Sql {
  const { from, key, subject } = SOURCES[trigger as keyof typeof SOURCES];
  const isSkipped = status === 'Skipped';
  return sql`INSERT INTO crm.notice_message (isp_id, reseller_id, notice_id, key, service_id, customer_id, subject_id, channel,
      due_at, created_at, status, reason, done_at)
    SELECT s.isp_id, s.reseller_id, n.id, k.key, s.id, s.customer_id, ${subject}, n.channel, ${now}::timestamptz,
      ${now}::timestamptz, ${status}, ${isSkipped ? 'it happened before the notice was enabled' : null}::text,
      ${isSkipped ? now : null}::timestamptz
    FROM crm.notice n
    JOIN crm.isp_setting t ON t.isp_id = n.isp_id
    CROSS JOIN LATERAL (SELECT (${now}::timestamptz AT TIME ZONE t.timezone)::date AS today) d
    ${from}
    JOIN crm.customer c ON c.id = s.customer_id AND c.deleted_at IS NULL
    CROSS JOIN LATERAL (SELECT ${key} AS key) k
    WHERE n.id = ${id} AND n.status = 'Enabled' AND n.deleted_at IS NULL AND ${isChosen}
      AND NOT EXISTS (SELECT FROM crm.notice_message o WHERE o.notice_id = n.id AND o.key = k.key)
    ON CONFLICT (notice_id, key) DO NOTHING`;
}

/** One of a service and day at most. */
const OF_DAY = sql`s.id || ':' || d.today`;

/** Not of a plan that hides its limits from the subscriber. */
const ofVolume = (percent: number) => ({
  from: sql`JOIN radius.usage u ON u.isp_id = n.isp_id AND u.level1_bytes > 0 AND u.period_id IS NOT NULL
      AND u.level1_used >= u.level1_bytes::numeric * ${percent} / 100
    JOIN crm.service s ON s.id = u.service_id AND s.status = 'Active' AND s.deleted_at IS NULL
    JOIN crm.plan p ON p.id = s.plan_id AND NOT p.hide_bw_limit`,
  key: sql`'period:' || u.period_id`,
  subject: sql`NULL::bigint`,
});

/** Which services, and what a message tells of. */
const SOURCES = {
  before_expiry: {
    // Postpaid goes on by itself.
    from: sql`JOIN crm.service s ON s.isp_id = n.isp_id AND s.valid_upto = d.today + n.days AND s.status = 'Active'
      AND s.prepaid_postpaid = 'Prepaid' AND s.deleted_at IS NULL`,
    key: OF_DAY,
    subject: sql`NULL::bigint`,
  },
  before_due: {
    from: sql`JOIN crm.invoice v ON v.isp_id = n.isp_id AND v.due_on = d.today + n.days AND v.paid_at IS NULL AND v.total > 0
      JOIN crm.service s ON s.id = v.service_id AND s.deleted_at IS NULL`,
    key: OF_DAY,
    subject: sql`v.id`,
  },
  volume_80: ofVolume(80),
  volume_100: ofVolume(100),
} as const;
