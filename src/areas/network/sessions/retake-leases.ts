import type { Database } from '../../../db/database.ts';
import { execute, type Sql, sql } from '../../../db/sql.ts';

type Pool = Pick<Database, 'pool'>;

/** One line of the service `s` with the plan `p` may be online. */
const IS_SINGLE = sql`crm.session_limit(s, p) = 1`;

/** The leased address `o` is that of the session. */
const isAddressOf = (session: Sql): Sql => sql`(o.session_key = ${session}.class OR o.ip = ${session}.ip)`;

/** One of the sessions `x` that goes on after its lease was released gets its address back, if that is free. */
export async function retakeLeases({ pool }: Pool, among: Sql): Promise<void> {
  await execute(
    pool,
    sql`UPDATE radius.ip_address a
        SET leased_to = x.service_id, lease_kind = 'dynamic', session_key = x.class, leased_at = now(),
          last_leased_to = x.service_id, lease_slot = radius.free_slot(ARRAY(
            SELECT o.lease_slot FROM radius.ip_address o WHERE o.leased_to = x.service_id AND o.lease_kind = 'dynamic'))
        FROM radius.session x JOIN crm.service s ON s.id = x.service_id JOIN crm.plan p ON p.id = s.plan_id
        WHERE ${among} AND x.ended_at IS NULL AND s.ip_assignment = 'IPpool' AND s.deleted_at IS NULL
          AND a.pool_id = s.ip_pool_id AND a.ip = x.ip AND a.leased_to IS NULL AND a.service_id IS NULL
          AND NOT EXISTS (
            SELECT FROM radius.ip_address o WHERE o.leased_to = x.service_id AND o.lease_kind = 'dynamic'
              AND (${IS_SINGLE} OR ${isAddressOf(sql`x`)}))
          -- One of a service in each round: the newest, of several sessions the newest without an address.
          AND NOT EXISTS (
            SELECT FROM radius.session z WHERE z.service_id = x.service_id AND z.ended_at IS NULL AND z.id > x.id
              AND (${IS_SINGLE} OR z.ip IS NOT NULL AND NOT EXISTS (
                SELECT FROM radius.ip_address o WHERE o.leased_to = z.service_id AND o.lease_kind = 'dynamic'
                  AND ${isAddressOf(sql`z`)})))
          -- Not if two sessions use the address. A session of an unknown user does not count.
          AND NOT EXISTS (
            SELECT FROM radius.session y WHERE y.ended_at IS NULL AND y.ip = x.ip AND y.isp_id = x.isp_id AND y.id <> x.id
              AND y.service_id IS NOT NULL)`,
  );
}
