import type { VendorName } from '../../../areas/network/nas/vendors.ts';
import type { CoaNaming, Ipv6Mode } from '../../../areas/network/nas/vocabulary.ts';
import type { Logger } from '../../../config/log.ts';
import type { SecretsKeys } from '../../../config/secrets-keys.ts';
import { isFrozen } from '../../../core/tenancy/frozen-tenant.ts';
import { unseal } from '../../../db/seal.ts';
import { query, type Runner, sql } from '../../../db/sql.ts';
import { SharedSecret } from '../../protocol/crypto/shared-secret.ts';
import type { CoaName, CoaRoute, MessageAuthenticatorPolicy, NasFacts } from './nas.ts';
import type { ProxyFacts } from './proxy.ts';
import { wanted } from './read-tenants.ts';

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
  readonly ownInterimIntervalS: number | null;
  readonly settings: unknown;
  readonly proxyId: number | null;
  readonly identifier: string | null;
  readonly ipv6: string | null;
  readonly coaBy: CoaRoute;
  readonly coaNaming: CoaNaming;
  readonly coaName: CoaName;
  readonly saysIp: string | null;
  readonly saysIp6: string | null;
  readonly saysIdentifier: string | null;
  readonly ipv6Mode: Ipv6Mode;
  readonly operatorNasIdentifier: string | null;
  readonly tlsIdentity: string | null;
  readonly ipoe: boolean;
  readonly volumeLimit: boolean;
  readonly clockAheadS: number | null;
  readonly clockRightAt: Date | null;
}

export interface NasReading {
  /** Null is all. */
  readonly ids: readonly number[] | null;
  readonly secretsKeys: SecretsKeys;
  readonly log: Logger;
}

/** A NAS without its ISP, which the directory knows. */
export type NasRow = Omit<NasFacts, 'isp'> & { readonly ispId: number };

interface NasesRead {
  readonly rows: readonly NasRow[];
  /** Ids of NASes whose secret cannot be decrypted; none of their packets could be verified. */
  readonly unreadable: readonly number[];
}

/**
 * A secret that cannot be decrypted is logged. NASes of an ISP that is being moved are left out: what is not answered here,
 * they send to the other installation.
 */
export async function readNases(on: Runner, { ids, secretsKeys, log }: NasReading): Promise<NasesRead> {
  const rows = await query<RawNas>(
    on,
    sql`SELECT n.id, n.isp_id AS "ispId", host(n.ip) AS ip, n.reseller_id AS "resellerId", n.share_all AS "shareAll",
          ARRAY(SELECT s.reseller_id FROM radius.nas_share s WHERE s.nas_id = n.id) AS "sharedWith",
          n.secret_enc AS secret, n.vendor, n.coa_port AS "coaPort", n.require_message_authenticator AS policy,
          n.message_authenticator_seen_at IS NOT NULL AS signs, n.swap_direction AS "swapDirection",
          n.gigawords_seen_at IS NOT NULL AS "sendsGigawords", n.line_rate_mbps AS "lineRateMbps",
          n.interim_interval AS "ownInterimIntervalS",
          n.vendor_settings AS settings, n.proxy_id AS "proxyId", n.identifier, host(n.ipv6) AS ipv6, n.coa_by AS "coaBy",
          n.coa_naming AS "coaNaming", h.coa_name AS "coaName", host(h.says_ip) AS "saysIp", host(h.says_ip6) AS "saysIp6",
          h.says_identifier AS "saysIdentifier", n.ipv6_mode AS "ipv6Mode",
          n.operator_nas_identifier AS "operatorNasIdentifier", n.tls_identity AS "tlsIdentity", n.ipoe,
          n.volume_limit AS "volumeLimit", h.clock_ahead_s AS "clockAheadS", h.clock_right_at AS "clockRightAt"
        FROM radius.nas n LEFT JOIN radius.nas_heard h ON h.nas_id = n.id
        WHERE n.deleted_at IS NULL AND NOT ${isFrozen(sql`n.isp_id`)} AND ${wanted(sql`n.id`, ids)}`,
  );
  const unreadable: number[] = [];
  const readable = rows.flatMap(({ secret, settings, sharedWith, clockAheadS, clockRightAt, ...row }) => {
    try {
      const opened = new SharedSecret(unseal(secretsKeys, 'nas.secret', secret));
      const templates = {
        rateTemplate: templateIn(settings, 'rate_template'),
        redirectTemplate: templateIn(settings, 'redirect_template'),
      };
      const clock = { aheadS: clockAheadS, rightAt: clockRightAt?.getTime() ?? null };
      return [{ ...row, ...templates, secret: opened, sharedWith: new Set(sharedWith), clock }];
    } catch (error) {
      log.error({ err: error, nas: row.id }, 'cannot decrypt the secret of a NAS; dropping its packets');
      unreadable.push(row.id);
      return [];
    }
  });
  return { rows: readable, unreadable };
}

/** `vendor_settings` is an object with optional texts. */
function templateIn(settings: unknown, name: 'rate_template' | 'redirect_template'): string | null {
  if (settings === null || typeof settings !== 'object') return null;
  const template: unknown = Reflect.get(settings, name);
  return typeof template === 'string' && template !== '' ? template : null;
}

/** Like `readNases`. A proxy of an ISP that is deleted speaks for nobody. */
export async function readProxies(on: Runner, { ids, secretsKeys, log }: NasReading): Promise<ProxyFacts[]> {
  const rows = await query<Omit<ProxyFacts, 'secret'> & { secret: Buffer }>(
    on,
    sql`SELECT p.id, p.isp_id AS "ispId", host(p.ip) AS ip, p.coa_port AS "coaPort", p.secret_enc AS secret,
          p.tls_identity AS "tlsIdentity"
        FROM radius.proxy p LEFT JOIN crm.isp i ON i.id = p.isp_id
        WHERE p.deleted_at IS NULL AND i.deleted_at IS NULL AND ${wanted(sql`p.id`, ids)}`,
  );
  return rows.flatMap(({ secret, ...row }) => {
    try {
      return [{ ...row, secret: new SharedSecret(unseal(secretsKeys, 'proxy.secret', secret)) }];
    } catch (error) {
      log.error({ err: error, proxy: row.id }, 'cannot decrypt the secret of a RADIUS proxy; dropping its packets');
      return [];
    }
  });
}
