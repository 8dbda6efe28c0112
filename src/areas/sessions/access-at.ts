import { isIPv6 } from 'node:net';
import type { LoginExplanation, Network } from '../../core/network.ts';
import type { Database } from '../../db/database.ts';
import { query, sql } from '../../db/sql.ts';
import { LOGO_PATH } from '../isps/logo/read.ts';

/** What the subscriber at an address may do now, and whose he is. Nothing of it says who he is: addresses change hands. */
export interface AccessAt {
  readonly ispId: number;
  readonly isp: string;
  /** The address of its logo; empty: none. */
  readonly logo: string;
  readonly mobile: string;
  readonly email: string;
  /** Where he pays; empty: the ISP has named no page, and has no pages of its own here. */
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

interface Dependencies {
  readonly db: Pick<Database, 'pool'>;
  readonly network: Pick<Network, 'explain'>;
}

/**
 * The access that the service of the open session at an address has by now, even if its NAS has not been told yet. Null without
 * a session there. Two ISPs may have the same private addresses: then null too, unless the question names the ISP.
 * @param address of a packet, so that nobody asks about another's
 */
export async function accessAt(
  { db, network }: Dependencies,
  address: string,
  ispId: number | null,
): Promise<AccessAt | null> {
  const [session, ...others] = await sessionsAt(db.pool, address, ispId);
  if (!session || others.some((other) => other.ispId !== session.ispId)) return null;
  const { serviceId, nasId, mac, ...isp } = session;
  const explanation = await network.explain({ serviceId, nasId, mac });
  return explanation && { ...isp, access: explanation.access, reason: explanation.reason };
}

/** Registries allocate a provider a /32 as a rule: a NAS that reports a shorter prefix is wrong, or claims those of others. */
const SHORTEST_PREFIX = 32;

/** The latest first. */
export function sessionsAt(pool: Database['pool'], address: string, ispId: number | null): Promise<SessionAt[]> {
  const isThere = isIPv6(address)
    ? sql`(x.ip6_prefix >>= ${address}::inet AND masklen(x.ip6_prefix) >= ${SHORTEST_PREFIX}
        OR x.pd_prefix >>= ${address}::inet AND masklen(x.pd_prefix) >= ${SHORTEST_PREFIX})`
    : sql`x.ip = ${address}::inet`;
  return query<SessionAt>(
    pool,
    sql`SELECT x.isp_id AS "ispId", x.service_id AS "serviceId", x.nas_id AS "nasId", x.mac, i.name AS isp, ${LOGO_PATH} AS logo,
               i.mobile, i.email,
               CASE WHEN t.portal_url = '' AND t.portal <> 'Off' THEN '/my/' || i.id || '/pay' ELSE t.portal_url END AS "portalUrl"
        FROM radius.session x
        JOIN crm.isp i ON i.id = x.isp_id
        JOIN crm.isp_setting t ON t.isp_id = x.isp_id
        WHERE ${isThere} AND x.ended_at IS NULL AND x.service_id IS NOT NULL
          AND (${ispId}::int IS NULL OR x.isp_id = ${ispId}::int)
        ORDER BY x.started_at DESC LIMIT 10`,
  );
}
