import { RowParameters } from '../../../db/sql/row-parameters.ts';
import type { Among } from './session-leases.ts';

/** What a prefix is for: the link to the subscriber, or the network of their router. A service has one lease of each. */
export type PrefixKind = 'Framed' | 'Delegated';

export interface PrefixRequest {
  readonly serviceId: number;
  readonly poolId: number;
  readonly kind: PrefixKind;
  /** Class of the log-in, without the prefixes: only its session releases the lease. */
  readonly sessionKey: string;
  /** Undefined: of the only session of its service. */
  readonly among?: Among | undefined;
}

export interface LeasedPrefix {
  readonly service_id: number;
  readonly kind: PrefixKind;
  readonly prefix: string;
}

const REQUESTS = new RowParameters<PrefixRequest>([
  ['service_id', 'int', ({ serviceId }) => serviceId],
  ['pool_id', 'int', ({ poolId }) => poolId],
  ['kind', 'text', ({ kind }) => kind],
  ['session_key', 'text', ({ sessionKey }) => sessionKey],
]);

/**
 * Leases an IPv6 prefix to each service of a batch, by the same rules as `LEASE_STATEMENT`: the service keeps the lease it has
 * in the pool, else gets back the prefix it had last. A pool has no row per possible prefix, so a newcomer gets the first one
 * that was never leased: the rows of a pool are adjacent, so it is next to the highest or the lowest, which the primary key
 * finds however large the pool is. Only when there is none is a prefix taken that another service had; the one released first.
 *
 * Two nodes may find the same prefix at once. The primary key gives it to one; the other request returns no row and is to be
 * repeated, as is the whole batch if another node has leased to one of its services meanwhile: skipping that service would
 * leave a gap between the rows. Released rows that another node has locked are skipped.
 */
export const PREFIX_STATEMENT = `
WITH wanted AS MATERIALIZED (
  SELECT w.*, p.isp_id, p.network, p.length::int AS length
  FROM ${REQUESTS.unnest('w')} JOIN radius.ip6_pool p ON p.id = w.pool_id AND p.kind = w.kind
), holding AS MATERIALIZED (
  SELECT w.service_id, w.kind, a.pool_id, a.prefix, a.pool_id = w.pool_id AS stays
  FROM wanted w CROSS JOIN LATERAL (
    SELECT h.pool_id, h.prefix FROM radius.ip6_lease h
    WHERE h.leased_to = w.service_id AND h.kind = w.kind ORDER BY h.lease_slot LIMIT 1 FOR UPDATE
  ) a
), held AS (
  SELECT service_id, kind, pool_id, prefix FROM holding WHERE stays
), previous AS MATERIALIZED (
  SELECT w.service_id, w.kind, a.pool_id, a.prefix
  FROM wanted w CROSS JOIN LATERAL (
    SELECT f.pool_id, f.prefix FROM radius.ip6_lease f
    WHERE f.last_leased_to = w.service_id AND f.pool_id = w.pool_id AND f.leased_to IS NULL
    ORDER BY f.released_at DESC LIMIT 1 FOR UPDATE SKIP LOCKED
  ) a
  WHERE (w.service_id, w.kind) NOT IN (SELECT service_id, kind FROM held)
), newcomer AS MATERIALIZED (
  SELECT w.*, row_number() OVER (PARTITION BY w.pool_id ORDER BY w.service_id) AS number
  FROM wanted w
  WHERE (w.service_id, w.kind) NOT IN (SELECT service_id, kind FROM held UNION ALL SELECT service_id, kind FROM previous)
), need AS MATERIALIZED (
  SELECT n.pool_id, n.count, n.network, n.length, coalesce(radius.prefix_index(n.network, n.length, lowest), 0) AS below,
    coalesce(radius.prefix_index(n.network, n.length, highest) + 1, 0) AS above
  FROM (SELECT pool_id, network, length, count(*) AS count FROM newcomer GROUP BY 1, 2, 3) n
  CROSS JOIN LATERAL (
    SELECT (SELECT l.prefix FROM radius.ip6_lease l WHERE l.pool_id = n.pool_id ORDER BY l.prefix LIMIT 1) AS lowest,
      (SELECT l.prefix FROM radius.ip6_lease l WHERE l.pool_id = n.pool_id ORDER BY l.prefix DESC LIMIT 1) AS highest
  ) edge
), room AS MATERIALIZED (
  SELECT n.*, least(n.count, (1::bigint << (n.length - masklen(n.network))) - n.above) AS from_above,
    least(n.count, (1::bigint << (n.length - masklen(n.network))) - n.above + n.below) AS unused
  FROM need n
), unused AS MATERIALIZED (
  SELECT r.pool_id, i AS number, radius.prefix_at(r.network, r.length,
    CASE WHEN i <= r.from_above THEN r.above + i - 1 ELSE r.below - (i - r.from_above) END) AS prefix
  FROM room r CROSS JOIN LATERAL generate_series(1, r.unused) i
), released_first AS MATERIALIZED (
  SELECT r.pool_id, found.prefix,
    r.unused + row_number() OVER (PARTITION BY r.pool_id ORDER BY found.released_at, found.prefix) AS number
  FROM room r CROSS JOIN LATERAL (
    SELECT a.prefix, a.released_at FROM radius.ip6_lease a
    WHERE a.pool_id = r.pool_id AND a.leased_to IS NULL
      AND (a.pool_id, a.prefix) NOT IN (SELECT b.pool_id, b.prefix FROM previous b)
    ORDER BY a.released_at LIMIT r.count - r.unused FOR UPDATE OF a SKIP LOCKED
  ) found
), granted AS (
  SELECT service_id, kind, pool_id, prefix FROM held
  UNION ALL SELECT service_id, kind, pool_id, prefix FROM previous
  UNION ALL SELECT n.service_id, n.kind, n.pool_id, f.prefix FROM newcomer n JOIN released_first f USING (pool_id, number)
), released AS (
  UPDATE radius.ip6_lease a
  SET leased_to = NULL, session_key = NULL, leased_at = NULL, last_leased_to = a.leased_to, released_at = now()
  FROM holding h
  WHERE NOT h.stays AND a.pool_id = ANY (ARRAY[h.pool_id]) AND a.prefix = ANY (ARRAY[h.prefix])
  RETURNING a.prefix
), leased AS (
  UPDATE radius.ip6_lease a
  SET leased_to = g.service_id, session_key = w.session_key, leased_at = now(), last_leased_to = g.service_id,
    lease_slot = 0
  FROM granted g JOIN wanted w USING (service_id, kind)
  WHERE a.pool_id = ANY (ARRAY[g.pool_id]) AND a.prefix = ANY (ARRAY[g.prefix]) AND (SELECT count(*) FROM released) >= 0
  RETURNING a.leased_to AS service_id, a.kind, a.prefix
), added AS (
  INSERT INTO radius.ip6_lease (pool_id, prefix, isp_id, kind, leased_to, session_key, leased_at, last_leased_to)
  SELECT n.pool_id, u.prefix, n.isp_id, n.kind, n.service_id, n.session_key, now(), n.service_id
  FROM newcomer n JOIN unused u USING (pool_id, number)
  WHERE (SELECT count(*) FROM released) >= 0
  ORDER BY n.pool_id, n.number
  ON CONFLICT (pool_id, prefix) DO NOTHING
  RETURNING leased_to AS service_id, kind, prefix
)
SELECT service_id, kind, text(prefix) AS prefix FROM leased UNION ALL SELECT service_id, kind, text(prefix) FROM added`;

export function prefixValues(requests: readonly PrefixRequest[]): string[] {
  return REQUESTS.values(requests);
}
