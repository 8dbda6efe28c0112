import { query, type Runner, type Sql, sql } from '../../../db/sql.ts';
import type { BroadcastType } from './vocabulary.ts';

/**
 * May the mass message `b` of an ISP with the settings `t` be sent at this instant? Advertising has hours of its own: in India 10:00
 * to 21:00 (TRAI, TCCCPR 2018).
 */
export const mayBeSent = (at: Sql): Sql =>
  sql`(b.urgent OR NOT crm.is_quiet(t.timezone, t.quiet_from, t.quiet_upto, ${at}))
    AND NOT (b.type = 'Promotional' AND crm.is_quiet(t.timezone, t.promotions_upto, t.promotions_from, ${at}))`;

export interface Sending {
  readonly type: BroadcastType;
  readonly urgent: boolean;
}

/** When the sending of such a message begins, if it is confirmed now. Null: never, since quiet hours cover the hours for advertising. */
export async function beginsAt(on: Runner, ispId: number, { type, urgent }: Sending, now: Date): Promise<Date | null> {
  const [row] = await query<{ at: Date | null }>(
    on,
    sql`SELECT min(c.at) AS at FROM (SELECT ${type}::text AS type, ${urgent}::boolean AS urgent) b
        JOIN crm.isp_setting t ON t.isp_id = ${ispId}
        CROSS JOIN LATERAL (
          SELECT ${now}::timestamptz AS at UNION ALL
          SELECT ((${now}::timestamptz AT TIME ZONE t.timezone)::date + d.days + e.clock::time) AT TIME ZONE t.timezone
          FROM generate_series(0, 2) d (days), unnest(ARRAY[t.quiet_upto, t.promotions_from]) e (clock) WHERE e.clock <> ''
        ) c
        WHERE c.at >= ${now}::timestamptz AND ${mayBeSent(sql`c.at`)}`,
  );
  return row?.at ?? null;
}
