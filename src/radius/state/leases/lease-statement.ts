import { RowParameters } from '../../../db/sql/row-parameters.ts';
import type { Among } from './session-leases.ts';

export interface LeaseRequest {
  readonly serviceId: number;
  readonly poolId: number;
  /** Class of the log-in: only its session releases the lease. */
  readonly sessionKey: string;
  /** Undefined: of the only session of its service. */
  readonly among?: Among | undefined;
}

const REQUESTS = new RowParameters<LeaseRequest>([
  ['service_id', 'int', ({ serviceId }) => serviceId],
  ['pool_id', 'int', ({ poolId }) => poolId],
  ['session_key', 'text', ({ sessionKey }) => sessionKey],
]);

/**
 * Leases an address to each service of a batch. The service keeps the dynamic lease it has in the pool, else gets back the
 * address it had last, else the free address that was released first; a lease in another pool is released.
 *
 * Rows locked by another node are skipped, so that no node waits and no address is leased twice. The whole batch picks its
 * free addresses at once, so none is picked twice. A service that had several sessions may have more leases: it keeps the first.
 *
 * The plan may have been made while nothing was leased: `LATERAL … LIMIT` and `= ANY (ARRAY[…])` make it reach each row by
 * its key, however many leases there are.
 */
export const LEASE_STATEMENT = `
WITH wanted AS (
  SELECT * FROM ${REQUESTS.unnest('w')}
), holding AS MATERIALIZED (
  SELECT w.service_id, a.pool_id, a.ip, a.pool_id = w.pool_id AND a.service_id IS NULL AS stays
  FROM wanted w CROSS JOIN LATERAL (
    SELECT h.pool_id, h.ip, h.service_id FROM radius.ip_address h
    WHERE h.leased_to = w.service_id AND h.lease_kind = 'dynamic' ORDER BY h.lease_slot LIMIT 1 FOR UPDATE
  ) a
), held AS (
  SELECT service_id, pool_id, ip FROM holding WHERE stays
), previous AS MATERIALIZED (
  SELECT w.service_id, a.pool_id, a.ip
  FROM wanted w CROSS JOIN LATERAL (
    SELECT f.pool_id, f.ip FROM radius.ip_address f
    WHERE f.last_leased_to = w.service_id AND f.pool_id = w.pool_id AND f.leased_to IS NULL AND f.service_id IS NULL
    ORDER BY f.ip LIMIT 1 FOR UPDATE SKIP LOCKED
  ) a
  WHERE w.service_id NOT IN (SELECT service_id FROM held)
), newcomer AS (
  SELECT w.service_id, w.pool_id, row_number() OVER (PARTITION BY w.pool_id ORDER BY w.service_id) AS number
  FROM wanted w
  WHERE w.service_id NOT IN (SELECT service_id FROM held) AND w.service_id NOT IN (SELECT service_id FROM previous)
), free AS MATERIALIZED (
  SELECT need.pool_id, found.ip, row_number() OVER (PARTITION BY need.pool_id ORDER BY found.released_at, found.ip) AS number
  FROM (SELECT pool_id, count(*) AS count FROM newcomer GROUP BY pool_id) need
  CROSS JOIN LATERAL (
    SELECT a.ip, a.released_at FROM radius.ip_address a
    WHERE a.pool_id = need.pool_id AND a.leased_to IS NULL AND a.service_id IS NULL
      AND (a.pool_id, a.ip) NOT IN (SELECT b.pool_id, b.ip FROM previous b)
    ORDER BY a.released_at LIMIT need.count FOR UPDATE OF a SKIP LOCKED
  ) found
), granted AS (
  SELECT service_id, pool_id, ip FROM held
  UNION ALL SELECT service_id, pool_id, ip FROM previous
  UNION ALL SELECT n.service_id, f.pool_id, f.ip FROM newcomer n JOIN free f USING (pool_id, number)
), released AS (
  UPDATE radius.ip_address a
  SET leased_to = NULL, lease_kind = NULL, session_key = NULL, leased_at = NULL, last_leased_to = a.leased_to,
    released_at = now()
  FROM holding h
  WHERE NOT h.stays AND a.pool_id = ANY (ARRAY[h.pool_id]) AND a.ip = ANY (ARRAY[h.ip])
  RETURNING a.ip
), leased AS (
  UPDATE radius.ip_address a
  SET leased_to = g.service_id, lease_kind = 'dynamic', session_key = w.session_key, leased_at = now(),
    last_leased_to = g.service_id, lease_slot = 0
  FROM granted g JOIN wanted w USING (service_id)
  WHERE a.pool_id = ANY (ARRAY[g.pool_id]) AND a.ip = ANY (ARRAY[g.ip]) AND (SELECT count(*) FROM released) >= 0
  RETURNING g.service_id, a.ip
)
SELECT service_id, host(ip) AS ip FROM leased`;

export function leaseValues(requests: readonly LeaseRequest[]): string[] {
  return REQUESTS.values(requests);
}
