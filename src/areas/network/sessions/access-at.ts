import { isIPv6 } from 'node:net';
import type { Config } from '../../../config/config.ts';
import type { LoginExplanation, Network } from '../../../core/network/network.ts';
import type { Database } from '../../../db/database.ts';
import { query, raw, type Sql, sql } from '../../../db/sql.ts';
import { LOGO_PATH } from '../../tenancy/isps/logo/read.ts';

/** What the subscriber at an address may do now, and whose they are. Nothing of it says who they are: addresses change hands. */
export interface AccessAt {
  readonly ispId: number;
  readonly isp: string;
  /** The address of its logo; empty: none. */
  readonly logo: string;
  readonly mobile: string;
  readonly email: string;
  /** Where the subscriber pays; empty: the ISP has named no page, and has no pages of its own here. */
  readonly portalUrl: string;
  readonly access: LoginExplanation['access'];
  /** The rule that grants less than the plan; null if none does. */
  readonly reason: string | null;
}

interface SessionAt extends Omit<AccessAt, 'access' | 'reason'> {
  readonly serviceId: number;
  readonly nasId: number;
  readonly mac: string | null;
}

interface Question {
  readonly db: Pick<Database, 'pool'>;
  readonly config: Pick<Config, 'addressOwners'>;
}

/** What is asked about. */
export interface At {
  /** Of a packet, so that nobody asks about another's. */
  readonly address: string;
  /** The ISP that the redirect or the page names. */
  readonly ispId: number | null;
}

/**
 * The access that the service of the open session at an address has by now, even if its NAS has not been told yet. Null without
 * a session there, or if it is not certain whose subscriber has the address.
 */
export async function accessAt(
  kernel: Question & { readonly network: Pick<Network, 'explain'> },
  at: At,
): Promise<AccessAt | null> {
  const session = await sessionAt(kernel, at);
  if (!session) return null;
  const { serviceId, nasId, mac, ...isp } = session;
  const explanation = await kernel.network.explain({ serviceId, nasId, mac });
  return explanation && { ...isp, access: explanation.access, reason: explanation.reason };
}

/** Registries allocate a provider a /32 as a rule: a NAS that reports a shorter prefix is wrong, or claims those of others. */
const SHORTEST_PREFIX = 32;

/** `x` has the address. */
const isThere = (session: string, address: string): Sql => {
  const x = raw(session);
  return isIPv6(address)
    ? sql`(${x}.ip6_prefix >>= ${address}::inet AND masklen(${x}.ip6_prefix) >= ${SHORTEST_PREFIX}
        OR ${x}.pd_prefix >>= ${address}::inet AND masklen(${x}.pd_prefix) >= ${SHORTEST_PREFIX})`
    : sql`${x}.ip = ${address}::inet`;
};

/**
 * The latest open session at an address. A NAS may report any address, so whose session counts is decided by others than the
 * tenants: by the operator, who knows whose a network is; by the ISP that the redirect of the NAS, or the page, names; or there is
 * only one ISP. Within an ISP its own NASes are believed before those of its resellers, and resellers that contradict each other
 * are not.
 */
export async function sessionAt({ db, config }: Question, { address, ispId: named }: At): Promise<SessionAt | null> {
  const owner = config.addressOwners.of(address);
  if (owner !== null && named !== null && owner !== named) return null;
  const [session] = await query<SessionAt & { readonly disputed: boolean }>(
    db.pool,
    sql`SELECT x.isp_id AS "ispId", x.service_id AS "serviceId", x.nas_id AS "nasId", x.mac, i.name AS isp, ${LOGO_PATH} AS logo,
               i.mobile, i.email,
               CASE WHEN t.portal_url = '' AND t.portal <> 'Off' THEN '/my/' || i.id || '/pay' ELSE t.portal_url END AS "portalUrl",
               EXISTS (SELECT FROM radius.session y JOIN radius.nas m ON m.id = y.nas_id
                 WHERE ${isThere('y', address)} AND y.ended_at IS NULL AND y.service_id IS NOT NULL AND y.isp_id = x.isp_id
                   AND m.reseller_id <> n.reseller_id) AS disputed
        FROM radius.session x
        JOIN radius.nas n ON n.id = x.nas_id
        JOIN crm.isp i ON i.id = x.isp_id
        JOIN crm.isp_setting t ON t.isp_id = x.isp_id
        WHERE ${isThere('x', address)} AND x.ended_at IS NULL AND x.service_id IS NOT NULL
          AND x.isp_id = coalesce(${named ?? owner}::int, ${ONLY_ISP})
        ORDER BY n.reseller_id IS NULL DESC, x.started_at DESC LIMIT 1`,
  );
  if (!session) return null;
  const { disputed, ...found } = session;
  return disputed ? null : found;
}

/** Null where there are several. */
const ONLY_ISP: Sql = sql`(SELECT min(o.id) FROM crm.isp o WHERE o.deleted_at IS NULL HAVING count(*) = 1)`;
