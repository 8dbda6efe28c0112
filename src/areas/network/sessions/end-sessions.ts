import { query, type Runner, type Sql, sql } from '../../../db/sql.ts';
import type { OUR_CAUSES } from './our-causes.ts';
import { hasPrefixLease, RELEASED_PREFIX } from './prefix-leases.ts';

export interface Reaped {
  readonly sessions: number;
  readonly leases: number;
}

/** Releases a lease. The service gets the address again as long as no other has it. */
export const RELEASED = sql`leased_to = NULL, lease_kind = NULL, session_key = NULL, leased_at = NULL,
  last_leased_to = a.leased_to, released_at = now()`;

/** Ends open sessions as of their last update, and releases their leases. `chosen` selects their ids. */
export async function endSessions(on: Runner, cause: (typeof OUR_CAUSES)[number], chosen: Sql): Promise<Reaped> {
  const [reaped] = await query<Reaped>(
    on,
    sql`WITH chosen AS (${chosen}), ended AS (
          UPDATE radius.session SET ended_at = updated_at, terminate_cause = ${cause}
          WHERE id IN (SELECT id FROM chosen) RETURNING service_id, class, ip, ip6_prefix, pd_prefix
        ), released_prefixes AS (
          UPDATE radius.ip6_lease a SET ${RELEASED_PREFIX}
          FROM ended e WHERE a.leased_to = e.service_id AND ${hasPrefixLease(sql`e`)}
        ), released AS (
          UPDATE radius.ip_address a SET ${RELEASED}
          FROM ended e
          WHERE a.leased_to = e.service_id AND a.lease_kind = 'dynamic'
            AND (a.session_key = e.class OR e.class IS NULL AND a.ip = e.ip)
          RETURNING 1
        )
        SELECT (SELECT count(*) FROM ended) AS sessions, (SELECT count(*) FROM released) AS leases`,
  );
  return reaped ?? { sessions: 0, leases: 0 };
}
