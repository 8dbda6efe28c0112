import { type Scope, scopeConditions } from '../../../core/tenancy/scope.ts';
import type { Database } from '../../../db/database.ts';
import { join, query, type Sql, sql } from '../../../db/sql.ts';
import { sessionScope } from '../sessions/columns.ts';
import { downKbps, upKbps } from '../sessions/granted-rate.ts';

/** An open session, as a traffic shaper needs it. */
export interface ShapedDevice {
  readonly sessionId: number;
  readonly serviceId: number;
  readonly username: string;
  readonly customerName: string;
  readonly address: string;
  /** The location of the service. */
  readonly zone: string;
  readonly mac: string | null;
  readonly ip: string | null;
  /** Prefixes and addresses. */
  readonly ipv6: readonly string[];
  /** What the session has now: with the reduced rates of a used-up volume or of a suspension, not those of the plan. */
  readonly downKbps: number;
  readonly upKbps: number;
}

export interface Zone {
  readonly id: number;
  readonly name: string;
}

/** Of one statement, so that no connection waits for a slow reader. */
const PAGE = 1_000;

/** Where RADIUS sets no rate, the NAS does, from a pool of the plan's level: then it is what the plan says. */
const ofPlan = (direction: 'dl' | 'ul'): Sql =>
  direction === 'dl'
    ? sql`CASE u.bw_level WHEN 2 THEN p.bw2_dl WHEN 3 THEN p.bw3_dl ELSE p.bw1_dl END`
    : sql`CASE u.bw_level WHEN 2 THEN p.bw2_ul WHEN 3 THEN p.bw3_ul ELSE p.bw1_ul END`;

type Reader = Pick<Database, 'pool'>;

/** The open sessions of services that the caller sees, page by page in the order of their ids; those without address or rate are left out. */
export async function* shapedDevices(
  { pool }: Reader,
  scope: Scope,
  ispId: number,
): AsyncGenerator<readonly ShapedDevice[]> {
  const conditions = [sql`x.isp_id = ${ispId}`, sql`x.ended_at IS NULL`, ...scopeConditions(scope, sessionScope)];
  for (let after = 0, isLast = false; !isLast; ) {
    const rows: (ShapedDevice & { isShaped: boolean })[] = await query(
      pool,
      sql`SELECT o.*, (ip IS NOT NULL OR ipv6 <> '{}') AND "downKbps" > 0 AND "upKbps" > 0 AS "isShaped" FROM (
            SELECT x.id::float8 AS "sessionId", s.id AS "serviceId", s.username, concat_ws(' ', c.name, c.surname) AS "customerName",
              CASE s.installation_address WHEN 'same' THEN concat_ws(', ', c.street, c.city, c.zipcode)
                ELSE concat_ws(', ', s.ia_street, s.ia_city, s.ia_zipcode) END AS address,
              s.location_code AS zone, radius.shown(x.mac) AS mac, host(x.ip) AS ip,
              array_remove(ARRAY[x.ip6_prefix::text, x.pd_prefix::text, host(x.ip6_address)], NULL) AS ipv6,
              coalesce(${downKbps}, ${ofPlan('dl')}) AS "downKbps", coalesce(${upKbps}, ${ofPlan('ul')}) AS "upKbps"
            FROM radius.session x
            JOIN crm.service s ON s.id = x.service_id AND s.isp_id = x.isp_id
            JOIN crm.customer c ON c.id = s.customer_id AND c.isp_id = s.isp_id
            JOIN crm.plan p ON p.id = s.plan_id
            JOIN radius.usage u ON u.service_id = s.id
            WHERE ${join([...conditions, sql`x.id > ${after}::bigint`], ' AND ')} ORDER BY x.id LIMIT ${PAGE}
          ) o ORDER BY o."sessionId"`,
    );
    after = rows.at(-1)?.sessionId ?? after;
    isLast = rows.length < PAGE;
    const page = rows.filter(({ isShaped }) => isShaped);
    if (page.length > 0) yield page;
  }
}

/** The locations of an ISP, by their codes. */
export function zones({ pool }: Reader, ispId: number): Promise<Zone[]> {
  return query<Zone>(
    pool,
    sql`SELECT min(id)::int AS id, code AS name FROM crm.location WHERE isp_id = ${ispId} GROUP BY code ORDER BY code`,
  );
}
