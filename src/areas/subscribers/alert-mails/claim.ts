import { isFrozen } from '../../../core/tenancy/frozen-tenant.ts';
import { execute, query, type Runner, sql } from '../../../db/sql.ts';
import type { ToldAlert } from '../../network/alerts/sentence.ts';

/** An alert of which the staff of its ISP is to be told. */
export interface UntoldAlert extends ToldAlert {
  readonly id: number;
  readonly ispId: number;
  readonly isp: string;
  readonly zone: string;
  /** That of the ISP’s notices. */
  readonly language: string;
  readonly to: string[];
}

/** What is older is no news, such as after a day without a mail server. */
const NEWS_HOURS = 6;
/** Longer than an attempt; then another node may try. */
const LEASE_MINUTES = 5;
/** In a run, each with its mail server; the longest waiting first. */
const MAX_ISPS = 50;

/** Takes the open alerts of which nobody was told, unless they are muted, for five minutes. */
export async function claimUntold(on: Runner, now: Date): Promise<UntoldAlert[]> {
  const claimed = await query<{ id: number }>(
    on,
    sql`WITH untold AS MATERIALIZED (
          SELECT a.id, a.isp_id, coalesce(a.tell_after, a.opened_at) AS since_at FROM radius.alert a
            JOIN crm.isp_setting t ON t.isp_id = a.isp_id
          WHERE a.told_at IS NULL AND a.opened_at > ${now}::timestamptz - make_interval(hours => ${NEWS_HOURS})
            AND a.closed_at IS NULL AND cardinality(t.alert_emails) > 0
            AND (a.tell_after > ${now}::timestamptz) IS NOT TRUE AND (a.muted_upto > ${now}::timestamptz) IS NOT TRUE
            AND EXISTS (SELECT FROM crm.notice_sender y WHERE y.isp_id = a.isp_id AND y.channel = 'email')
            AND NOT ${isFrozen(sql`a.isp_id`)}
        ), chosen AS MATERIALIZED (
          SELECT a.id FROM radius.alert a WHERE a.id IN (SELECT u.id FROM untold u WHERE u.isp_id IN (
            SELECT f.isp_id FROM untold f GROUP BY 1 ORDER BY min(f.since_at), 1 LIMIT ${MAX_ISPS}))
          ORDER BY a.id FOR NO KEY UPDATE SKIP LOCKED
        )
        UPDATE radius.alert a SET tell_after = ${now}::timestamptz + make_interval(mins => ${LEASE_MINUTES})
        FROM chosen c WHERE a.id = c.id AND (a.tell_after > ${now}::timestamptz) IS NOT TRUE RETURNING a.id`,
  );
  return claimed.length === 0
    ? []
    : readUntold(
        on,
        claimed.map(({ id }) => id),
      );
}

const readUntold = (on: Runner, ids: readonly number[]): Promise<UntoldAlert[]> =>
  query<UntoldAlert>(
    on,
    sql`SELECT a.id, a.isp_id AS "ispId", i.name AS isp, t.timezone AS zone, t.notice_language AS language, t.alert_emails AS "to", a.kind, n.name AS nas,
          p.name AS pool, a.since_at AS "sinceAt", a.sessions, a.measured, a.compared_to AS "comparedTo",
          a.full_on::text AS "fullOn"
        FROM radius.alert a
          JOIN crm.isp i ON i.id = a.isp_id
          JOIN crm.isp_setting t ON t.isp_id = a.isp_id
          LEFT JOIN radius.nas n ON n.id = a.nas_id
          LEFT JOIN radius.ip_pool p ON p.id = a.pool_id
        WHERE a.id = ANY(${[...ids]}::int[]) ORDER BY a.isp_id, a.id`,
  );

export const noteTold = (on: Runner, ids: readonly number[], now: Date): Promise<number> =>
  execute(on, sql`UPDATE radius.alert SET told_at = ${now}::timestamptz WHERE id = ANY(${[...ids]}::int[])`);
