import type { Channel } from '../../../core/vocabulary/notice.ts';
import type { Tx } from '../../../db/database.ts';
import { execute, query, type Runner, sql } from '../../../db/sql.ts';

/** A channel of an ISP, whose provider takes so many messages a second and a day. */
export interface Lane {
  readonly ispId: number;
  readonly channel: Channel;
}

interface Pace {
  readonly perDay: number | null;
  /** Messages that may be sent now, by the clock of the database, which all nodes share; null: no limit. */
  readonly free: number | null;
  readonly sentToday: number;
  readonly today: string;
  readonly mustWait: boolean;
}

/**
 * How many messages the lane takes now, at most `limit`. Holds the lane until the end of the transaction, so that nodes do not
 * exceed its limits together; null: another node holds it.
 */
export async function allowanceOf(tx: Tx, { ispId, channel }: Lane, limit: number, now: Date): Promise<number | null> {
  await execute(
    tx,
    sql`INSERT INTO crm.sender_pace (isp_id, channel) VALUES (${ispId}, ${channel}) ON CONFLICT DO NOTHING`,
  );
  const [pace] = await query<Pace>(
    tx,
    sql`SELECT y.per_day AS "perDay", d.today::text AS today,
          CASE WHEN p.day = d.today THEN p.sent ELSE 0 END AS "sentToday",
          coalesce(p.wait_until > clock_timestamp(), false) AS "mustWait",
          CASE WHEN y.per_second IS NOT NULL
            THEN least(y.per_second, p.tokens + extract(epoch FROM clock_timestamp() - p.at) * y.per_second) END::float8 AS free
        FROM crm.sender_pace p
        JOIN crm.isp_setting t ON t.isp_id = p.isp_id
        CROSS JOIN LATERAL (SELECT (${now}::timestamptz AT TIME ZONE t.timezone)::date AS today) d
        LEFT JOIN crm.notice_sender y ON y.isp_id = p.isp_id AND y.channel = p.channel
        WHERE p.isp_id = ${ispId} AND p.channel = ${channel} FOR UPDATE OF p SKIP LOCKED`,
  );
  if (!pace) return null;
  if (pace.mustWait) return 0;
  const left = pace.perDay === null ? limit : pace.perDay - pace.sentToday;
  const free = pace.free === null ? limit : Math.floor(pace.free);
  return Math.max(0, Math.min(limit, left, free));
}

/**
 * Counts messages against the limits. Codes and notices do not wait for them, but what they use is no longer free for mass
 * messages.
 */
export async function countSent(on: Runner, { ispId, channel }: Lane, count: number, now: Date): Promise<void> {
  await execute(
    on,
    sql`UPDATE crm.sender_pace p SET at = clock_timestamp(), day = d.today,
          sent = ${count}::int + CASE WHEN p.day = d.today THEN p.sent ELSE 0 END,
          tokens = coalesce(least(y.per_second, p.tokens + extract(epoch FROM clock_timestamp() - p.at) * y.per_second), 0) - ${count}::int
        FROM crm.notice_sender y
        JOIN crm.isp_setting t ON t.isp_id = y.isp_id
        CROSS JOIN LATERAL (SELECT (${now}::timestamptz AT TIME ZONE t.timezone)::date AS today) d
        WHERE p.isp_id = ${ispId} AND p.channel = ${channel} AND y.isp_id = p.isp_id AND y.channel = p.channel
          AND (y.per_second IS NOT NULL OR y.per_day IS NOT NULL)`,
  );
}

/** The provider has had too many messages: mass messages of the lane wait, on all nodes. */
export async function holdLane(on: Runner, { ispId, channel }: Lane, waitMs: number): Promise<void> {
  await execute(
    on,
    sql`UPDATE crm.sender_pace SET wait_until = greatest(wait_until, clock_timestamp() + make_interval(secs => ${waitMs / 1000}))
        WHERE isp_id = ${ispId} AND channel = ${channel}`,
  );
}
