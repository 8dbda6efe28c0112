import { isFrozen } from '../../../core/tenancy/frozen-tenant.ts';
import { ISP_SILENCES } from '../../../core/vocabulary/interim.ts';
import type { Database } from '../../../db/database.ts';
import { execute, query, type Sql, sql } from '../../../db/sql.ts';

type Pool = Pick<Database, 'pool'>;

/** Releases a lease `a` of an IPv6 prefix. The service gets the prefix again as long as no other has it. */
export const RELEASED_PREFIX = sql`leased_to = NULL, session_key = NULL, leased_at = NULL, last_leased_to = a.leased_to,
  released_at = now()`;

/** Whether the session `x` has the lease `a`: the Class without the prefixes that follow in it. */
export const hasPrefixLease = (x: Sql): Sql =>
  sql`(a.session_key = split_part(${x}.class, ';', 1)
    OR ${x}.class IS NULL AND (a.prefix = ${x}.ip6_prefix OR a.prefix = ${x}.pd_prefix))`;

/** The leased prefix `o` is that of the session. */
const isPrefixOf = (session: Sql): Sql =>
  sql`(o.session_key = split_part(${session}.class, ';', 1) OR o.prefix = ${session}.ip6_prefix OR o.prefix = ${session}.pd_prefix)`;

/** Releases the IPv6 prefixes of log-ins that were accepted and never used. */
export async function reapPrefixLeases(
  { pool }: Pool,
  { now, since }: { readonly now: Date; readonly since: Date },
): Promise<number> {
  const rows = await query(
    pool,
    sql`UPDATE radius.ip6_lease a SET ${RELEASED_PREFIX}
        FROM ${ISP_SILENCES} i
        WHERE i.isp_id = a.isp_id AND a.leased_to IS NOT NULL AND NOT ${isFrozen(sql`a.isp_id`)}
          AND greatest(a.leased_at, ${since}::timestamptz) < ${now}::timestamptz - i.silence
          AND NOT EXISTS (
            SELECT FROM radius.session x WHERE x.service_id = a.leased_to AND x.ended_at IS NULL
              AND (${hasPrefixLease(sql`x`)} OR x.ip6_prefix = a.prefix OR x.pd_prefix = a.prefix))
        RETURNING 1`,
  );
  return rows.length;
}

/** One of the sessions `x` that goes on after its lease was released gets it back, if no other service has the prefix by now. */
export async function retakePrefixLeases({ pool }: Pool, among: Sql): Promise<void> {
  await execute(
    pool,
    sql`UPDATE radius.ip6_lease a
        SET leased_to = x.service_id, session_key = split_part(x.class, ';', 1), leased_at = now(),
          last_leased_to = x.service_id, lease_slot = radius.free_slot(ARRAY(
            SELECT o.lease_slot FROM radius.ip6_lease o WHERE o.leased_to = x.service_id AND o.kind = a.kind))
        FROM radius.session x JOIN crm.service s ON s.id = x.service_id JOIN crm.plan p ON p.id = s.plan_id
        WHERE ${among} AND x.ended_at IS NULL AND s.deleted_at IS NULL AND a.isp_id = x.isp_id AND a.leased_to IS NULL
          AND a.prefix = CASE a.kind WHEN 'Framed' THEN x.ip6_prefix ELSE x.pd_prefix END
          AND a.last_leased_to = x.service_id
          AND NOT EXISTS (
            SELECT FROM radius.ip6_lease o WHERE o.leased_to = x.service_id AND o.kind = a.kind
              AND (crm.session_limit(s, p) = 1 OR ${isPrefixOf(sql`x`)}))
          -- One of a service in each round: the newest, of several sessions the newest without a prefix.
          AND NOT EXISTS (
            SELECT FROM radius.session z WHERE z.service_id = x.service_id AND z.ended_at IS NULL AND z.id > x.id
              AND (crm.session_limit(s, p) = 1
                OR CASE a.kind WHEN 'Framed' THEN z.ip6_prefix ELSE z.pd_prefix END IS NOT NULL AND NOT EXISTS (
                  SELECT FROM radius.ip6_lease o WHERE o.leased_to = z.service_id AND o.kind = a.kind
                    AND ${isPrefixOf(sql`z`)})))`,
  );
}
