import { query, type Runner, type Sql, sql } from '../../../db/sql.ts';
import type { IspRow } from './isp.ts';
import type { BandwidthManagement, Level, PlanRow } from './plan.ts';

// Reads the small tables; NASes are in `read-nases.ts`. `ids` null reads all rows; missing and deleted rows are not returned.

export function wanted(column: Sql, ids: readonly number[] | null): Sql {
  return ids === null ? sql`TRUE` : sql`${column} = ANY(${ids})`;
}

export function readIsps(on: Runner, ids: readonly number[] | null): Promise<IspRow[]> {
  return query<IspRow>(
    on,
    sql`SELECT i.id, s.timezone AS zone, s.np_dl AS "npDownKbps", s.np_ul AS "npUpKbps", s.blocked_mode AS "blockedMode"
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
}

export async function readPlans(on: Runner, ids: readonly number[] | null): Promise<PlanRow[]> {
  // Deleted plans are included: a plan may keep services until they are moved.
  const rows = await query<RawPlan>(
    on,
    sql`SELECT p.id, p.bw_mgmt AS "bwMgmt", ARRAY[bw1_dl, bw2_dl, bw3_dl] AS down, ARRAY[bw1_ul, bw2_ul, bw3_ul] AS up,
          ARRAY[trunc(nullif(bw1_gb, 0) * 1073741824)::bigint, trunc(nullif(bw2_gb, 0) * 1073741824)::bigint,
            trunc(nullif(bw3_gb, 0) * 1073741824)::bigint] AS quota,
          ARRAY[p1.name, p2.name, p3.name] AS pool, ARRAY[bw1_burst, bw2_burst, bw3_burst] AS burst
        FROM crm.plan p
        LEFT JOIN radius.nas_ip_pool p1 ON p1.id = p.bw1_pool
        LEFT JOIN radius.nas_ip_pool p2 ON p2.id = p.bw2_pool
        LEFT JOIN radius.nas_ip_pool p3 ON p3.id = p.bw3_pool
        WHERE ${wanted(sql`p.id`, ids)}`,
  );
  return rows.map((row) => ({ id: row.id, bwMgmt: row.bwMgmt, levels: [0, 1, 2].map((at) => levelOf(row, at)) }));
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
