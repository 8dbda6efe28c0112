import { query, type Runner, raw, type Sql, sql } from '../../../db/sql.ts';
import type { IspRow } from './isp.ts';
import type { BandwidthManagement, Ip6Pool, Level, PlanRow } from './plan.ts';

// Reads the small tables; NASes are in `read-nases.ts`. `ids` null reads all rows; missing and deleted rows are not returned.

export function wanted(column: Sql, ids: readonly number[] | null): Sql {
  return ids === null ? sql`TRUE` : sql`${column} = ANY(${ids})`;
}

export function readIsps(on: Runner, ids: readonly number[] | null): Promise<IspRow[]> {
  return query<IspRow>(
    on,
    sql`SELECT i.id, s.timezone AS zone, s.np_dl AS "npDownKbps", s.np_ul AS "npUpKbps", s.blocked_mode AS "blockedMode",
          s.portal_url AS "portalUrl", s.interim_interval AS "interimIntervalS",
          (SELECT coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'nasId', r.nas_id, 'form', r.form, 'realm', r.realm,
            'action', r.action)), '[]') FROM radius.realm_rule r WHERE r.isp_id = i.id) AS "realmRules"
        FROM crm.isp i JOIN crm.isp_setting s ON s.isp_id = i.id
        WHERE i.deleted_at IS NULL AND ${wanted(sql`i.id`, ids)}`,
  );
}

interface RawPlan {
  readonly id: number;
  readonly bwMgmt: BandwidthManagement;
  readonly down: (number | null)[];
  readonly up: (number | null)[];
  readonly quota: (number | null)[];
  readonly pool: (string | null)[];
  readonly burst: (string | null)[];
  readonly ip6Pool: Ip6Pool | null;
  readonly pdPool: Ip6Pool | null;
  readonly sessionLimit: number;
  readonly timeLimitMin: number | null;
}

export async function readPlans(on: Runner, ids: readonly number[] | null): Promise<PlanRow[]> {
  // Deleted plans are included: a plan may keep services until they are moved.
  const rows = await query<RawPlan>(
    on,
    sql`SELECT p.id, p.bw_mgmt AS "bwMgmt", ARRAY[bw1_dl, bw2_dl, bw3_dl] AS down, ARRAY[bw1_ul, bw2_ul, bw3_ul] AS up,
          ARRAY[trunc(nullif(bw1_gb, 0) * 1073741824)::bigint, trunc(nullif(bw2_gb, 0) * 1073741824)::bigint,
            trunc(nullif(bw3_gb, 0) * 1073741824)::bigint] AS quota,
          ARRAY[p1.name, p2.name, p3.name] AS pool, ARRAY[bw1_burst, bw2_burst, bw3_burst] AS burst,
          ${ip6Pool('ip6_pool', 'Framed')} AS "ip6Pool", ${ip6Pool('pd_pool', 'Delegated')} AS "pdPool",
          p.session_limit AS "sessionLimit", p.time_limit_min AS "timeLimitMin"
        FROM crm.plan p
        LEFT JOIN radius.nas_ip_pool p1 ON p1.id = p.bw1_pool
        LEFT JOIN radius.nas_ip_pool p2 ON p2.id = p.bw2_pool
        LEFT JOIN radius.nas_ip_pool p3 ON p3.id = p.bw3_pool
        WHERE ${wanted(sql`p.id`, ids)}`,
  );
  return rows.map((row) => {
    const { id, bwMgmt, ip6Pool, pdPool, sessionLimit, timeLimitMin } = row;
    return { id, bwMgmt, ip6Pool, pdPool, sessionLimit, timeLimitMin, levels: [0, 1, 2].map((at) => levelOf(row, at)) };
  });
}

/** The pool that the plan `p` names: of ours, if there is one of that kind that its owner may use. */
function ip6Pool(column: 'ip6_pool' | 'pd_pool', kind: string): Sql {
  const name = raw(`p.${column}`);
  return sql`CASE WHEN ${name} IS NOT NULL THEN jsonb_build_object('name', ${name}, 'id', (SELECT q.id FROM radius.ip6_pool q
    WHERE q.isp_id = p.isp_id AND q.name = ${name} AND q.kind = ${kind}
      AND (q.reseller_id IS NULL OR q.reseller_id = p.reseller_id))) END`;
}

function levelOf({ down, up, quota, pool, burst }: RawPlan, at: number): Level {
  return {
    downKbps: down[at] ?? null,
    upKbps: up[at] ?? null,
    quotaBytes: quota[at] ?? null,
    pool: pool[at] ?? null,
    burst: burst[at] ?? undefined,
  };
}
