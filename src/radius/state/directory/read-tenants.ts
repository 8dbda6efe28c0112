import type { VendorName } from '../../../areas/nas/vendors.ts';
import type { Logger } from '../../../config/log.ts';
import { isFrozen } from '../../../core/frozen-tenant.ts';
import { unseal } from '../../../db/seal.ts';
import { query, type Runner, type Sql, sql } from '../../../db/sql.ts';
import { SharedSecret } from '../../protocol/crypto/shared-secret.ts';
import type { IspRow } from './isp.ts';
import type { MessageAuthenticatorPolicy, NasFacts } from './nas.ts';
import type { BandwidthManagement, Level, PlanRow } from './plan.ts';

// Reads the small tables. `ids` null reads all rows; missing and deleted rows are not returned.

function wanted(column: Sql, ids: readonly number[] | null): Sql {
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

interface RawNas {
  readonly id: number;
  readonly ispId: number;
  readonly ip: string;
  readonly resellerId: number | null;
  readonly shareAll: boolean;
  readonly sharedWith: number[];
  readonly secret: Buffer;
  readonly vendor: VendorName;
  readonly coaPort: number;
  readonly policy: MessageAuthenticatorPolicy;
  readonly signs: boolean;
  readonly swapDirection: boolean;
  readonly sendsGigawords: boolean;
  readonly lineRateMbps: number;
  readonly settings: unknown;
}

export interface NasReading {
  /** Null is all. */
  readonly ids: readonly number[] | null;
  readonly secretsKey: Buffer;
  readonly log: Logger;
}

/** A NAS without its ISP, which the directory knows. */
export type NasRow = Omit<NasFacts, 'isp'> & { readonly ispId: number };

/**
 * A NAS whose secret cannot be decrypted is logged and left out: none of its packets could be verified. Those of an ISP that is
 * being moved are left out too: what is not answered here, they send to the other installation.
 */
export async function readNases(on: Runner, { ids, secretsKey, log }: NasReading): Promise<NasRow[]> {
  const rows = await query<RawNas>(
    on,
    sql`SELECT n.id, n.isp_id AS "ispId", host(n.ip) AS ip, n.reseller_id AS "resellerId", n.share_all AS "shareAll",
          ARRAY(SELECT s.reseller_id FROM radius.nas_share s WHERE s.nas_id = n.id) AS "sharedWith",
          n.secret_enc AS secret, n.vendor, n.coa_port AS "coaPort", n.require_message_authenticator AS policy,
          n.message_authenticator_seen_at IS NOT NULL AS signs, n.swap_direction AS "swapDirection",
          n.gigawords_seen_at IS NOT NULL AS "sendsGigawords", n.line_rate_mbps AS "lineRateMbps",
          n.vendor_settings AS settings
        FROM radius.nas n WHERE n.deleted_at IS NULL AND NOT ${isFrozen(sql`n.isp_id`)} AND ${wanted(sql`n.id`, ids)}`,
  );
  return rows.flatMap(({ secret, settings, sharedWith, ...row }) => {
    try {
      const opened = new SharedSecret(unseal(secretsKey, 'nas.secret', secret));
      return [{ ...row, secret: opened, sharedWith: new Set(sharedWith), rateTemplate: templateIn(settings) }];
    } catch (error) {
      log.error({ err: error, nas: row.id }, 'the secret of a NAS cannot be decrypted; its packets are dropped');
      return [];
    }
  });
}

/** `vendor_settings` is an object with the optional text `rate_template`. */
function templateIn(settings: unknown): string | null {
  if (settings === null || typeof settings !== 'object') return null;
  const template: unknown = Reflect.get(settings, 'rate_template');
  return typeof template === 'string' && template !== '' ? template : null;
}
