import { parameterFault } from '../../../core/fault.ts';
import type { Tx } from '../../../db/database.ts';
import { query, sql } from '../../../db/sql.ts';
import { subscriberPrefix } from '../../network/ip6-pools/vocabulary.ts';

interface StaticPrefixes {
  readonly ip6_prefix?: string | null | undefined;
  readonly pd_prefix?: string | null | undefined;
}

const linkPrefix = () => subscriberPrefix('2001:db8:ff::/64');
const delegatedPrefix = () => subscriberPrefix('2001:db8:ff00::/56');

export const newStaticPrefixes = { ip6_prefix: linkPrefix().optional(), pd_prefix: delegatedPrefix().optional() };
export const changedStaticPrefixes = {
  ip6_prefix: linkPrefix().nullable().optional(),
  pd_prefix: delegatedPrefix().nullable().optional(),
};

export const prefixColumns = ({ ip6_prefix, pd_prefix }: StaticPrefixes) => ({
  ip6Prefix: ip6_prefix,
  pdPrefix: pd_prefix,
});

interface Holder {
  readonly ispId: number;
  /** The service itself; 0 for a new one. */
  readonly serviceId: number;
}

/**
 * A static prefix must be no other service's, and in no pool. The database refuses what is claimed at the same moment; this names
 * the parameter.
 */
export async function checkStaticPrefixes(tx: Tx, { ispId, serviceId }: Holder, input: StaticPrefixes): Promise<void> {
  for (const parameter of ['ip6_prefix', 'pd_prefix'] as const) {
    const prefix = input[parameter];
    if (prefix == null) continue;
    const [other] = await query<{ pool: string | null }>(
      tx,
      sql`SELECT (SELECT p.name FROM radius.ip6_pool p WHERE p.id = c.pool_id) AS pool FROM radius.ip6_claim c
          WHERE c.isp_id = ${ispId} AND c.network && ${prefix}::inet AND c.service_id IS DISTINCT FROM ${serviceId} LIMIT 1`,
    );
    if (!other) continue;
    const problem = other.pool === null ? 'overlaps the prefix of another service' : `is in the pool ${other.pool}`;
    throw parameterFault('conflict', parameter, problem);
  }
}
