import type { Channel } from '../../../core/vocabulary/notice.ts';
import { join, query, type Runner, type Sql, sql } from '../../../db/sql.ts';
import type { BroadcastType } from './vocabulary.ts';

/** How many get a message and why others get none: each customer counts once for telephone, and once for e-mail. */
export interface Counts {
  readonly matched: number;
  /** Messages that are sent. */
  readonly count: number;
  readonly sms: number;
  readonly whatsapp: number;
  readonly email: number;
  readonly opted_out: number;
  readonly no_address: number;
  /** Another customer with the same number or address gets the message. */
  readonly same_address: number;
}

export interface Wanted {
  readonly type: BroadcastType;
  readonly channels: readonly Channel[];
}

/** One number gets one message, though it could get several: a subscriber reads it on the same telephone. */
const byTelephone = (channel: Channel): boolean => channel !== 'email';

/**
 * Rows `judged` of the customers `chosen`: address, channel, and why there is no message (`skipped`; null: there is one). A number
 * that has not been read yet counts as it was written.
 */
export function judged({ type, channels }: Wanted, chosen: Sql): Sql {
  const telephone = channels.filter(byTelephone);
  const mail = channels.filter((channel) => !byTelephone(channel));
  const number = sql`CASE WHEN c.e164 IS NULL THEN nullif(btrim(c.mobile), '') ELSE nullif(c.e164, '') END`;
  const ways = [
    ...(telephone.length > 0 ? [wayOf(type, telephone, number)] : []),
    ...(mail.length > 0 ? [wayOf(type, mail, sql`nullif(lower(btrim(c.email)), '')`)] : []),
  ];
  return sql`chosen AS (${chosen}), ways AS (${join(ways, ' UNION ALL ')}), judged AS (
    SELECT w.*, CASE WHEN w.address IS NULL THEN 'no_address' WHEN w.channel IS NULL THEN 'opted_out'
      WHEN row_number() OVER (PARTITION BY w.address ORDER BY w.channel IS NULL, w.customer_id) > 1 THEN 'same_address'
      END AS skipped
    FROM ways w)`;
}

/** The first of the channels that the customer wants. */
function wayOf(type: BroadcastType, channels: readonly Channel[], address: Sql): Sql {
  const promotional = sql`AND NOT EXISTS (SELECT FROM crm.promotion_opt_out p WHERE p.customer_id = c.id AND p.channel = x.channel)`;
  return sql`SELECT h.customer_id, h.service_id, c.isp_id, c.reseller_id, ${address} AS address,
      (SELECT x.channel FROM unnest(${[...channels]}::text[]) WITH ORDINALITY x (channel, place)
        WHERE NOT EXISTS (SELECT FROM crm.notice_opt_out o WHERE o.customer_id = c.id AND o.channel = x.channel)
          ${type === 'Promotional' ? promotional : sql``}
        ORDER BY x.place LIMIT 1) AS channel
    FROM chosen h JOIN crm.customer c ON c.id = h.customer_id AND c.deleted_at IS NULL`;
}

export const COUNTS = sql`count(*)::int AS matched, count(*) FILTER (WHERE skipped IS NULL)::int AS count,
  count(*) FILTER (WHERE skipped IS NULL AND channel = 'sms')::int AS sms,
  count(*) FILTER (WHERE skipped IS NULL AND channel = 'whatsapp')::int AS whatsapp,
  count(*) FILTER (WHERE skipped IS NULL AND channel = 'email')::int AS email,
  count(*) FILTER (WHERE skipped = 'opted_out')::int AS opted_out,
  count(*) FILTER (WHERE skipped = 'no_address')::int AS no_address,
  count(*) FILTER (WHERE skipped = 'same_address')::int AS same_address`;

export async function countRecipients(on: Runner, wanted: Wanted, chosen: Sql): Promise<Counts> {
  const [counts] = await query<Counts>(on, sql`WITH ${judged(wanted, chosen)} SELECT ${COUNTS} FROM judged`);
  if (!counts) throw new Error('an aggregate has one row');
  return counts;
}
