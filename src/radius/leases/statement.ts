/**
 * Leases an address to each service of a batch: $1 services, $2 their pools, $3 session keys. Rows that another node is
 * about to lease are skipped, so that nobody waits and no address is given twice; a free row is picked once, since all
 * of the batch picks in one statement. What a service holds in another pool is given back.
 */
export const LEASE_STATEMENT = `
WITH wanted AS (
  SELECT * FROM unnest($1::int[], $2::int[], $3::text[]) AS w (service_id, pool_id, session_key)
), held AS MATERIALIZED (
  SELECT w.service_id, a.pool_id, a.ip
  FROM wanted w JOIN radius.ip_address a ON a.leased_to = w.service_id AND a.lease_kind = 'dynamic'
  WHERE a.pool_id = w.pool_id AND a.service_id IS NULL
  FOR UPDATE OF a
), familiar AS MATERIALIZED (
  SELECT w.service_id, a.pool_id, a.ip
  FROM wanted w JOIN radius.ip_address a ON a.last_leased_to = w.service_id AND a.pool_id = w.pool_id
  WHERE a.leased_to IS NULL AND a.service_id IS NULL AND w.service_id NOT IN (SELECT service_id FROM held)
  FOR UPDATE OF a SKIP LOCKED
), back AS MATERIALIZED (
  SELECT DISTINCT ON (service_id) service_id, pool_id, ip FROM familiar ORDER BY service_id, ip
), newcomer AS (
  SELECT w.service_id, w.pool_id, row_number() OVER (PARTITION BY w.pool_id ORDER BY w.service_id) AS place
  FROM wanted w
  WHERE w.service_id NOT IN (SELECT service_id FROM held) AND w.service_id NOT IN (SELECT service_id FROM back)
), free AS MATERIALIZED (
  SELECT need.pool_id, found.ip, row_number() OVER (PARTITION BY need.pool_id ORDER BY found.released_at, found.ip) AS place
  FROM (SELECT pool_id, count(*) AS count FROM newcomer GROUP BY pool_id) need
  CROSS JOIN LATERAL (
    SELECT a.ip, a.released_at FROM radius.ip_address a
    WHERE a.pool_id = need.pool_id AND a.leased_to IS NULL AND a.service_id IS NULL
      AND a.ip NOT IN (SELECT b.ip FROM back b WHERE b.pool_id = a.pool_id)
    ORDER BY a.released_at LIMIT need.count FOR UPDATE OF a SKIP LOCKED
  ) found
), granted AS (
  SELECT service_id, pool_id, ip FROM held
  UNION ALL SELECT service_id, pool_id, ip FROM back
  UNION ALL SELECT n.service_id, f.pool_id, f.ip FROM newcomer n JOIN free f USING (pool_id, place)
), given_back AS (
  UPDATE radius.ip_address a
  SET leased_to = NULL, lease_kind = NULL, session_key = NULL, leased_at = NULL, last_leased_to = a.leased_to,
    released_at = now()
  FROM wanted w
  WHERE a.leased_to = w.service_id AND a.lease_kind = 'dynamic' AND (a.pool_id <> w.pool_id OR a.service_id IS NOT NULL)
  RETURNING a.ip
), leased AS (
  UPDATE radius.ip_address a
  SET leased_to = g.service_id, lease_kind = 'dynamic', session_key = w.session_key, leased_at = now(),
    last_leased_to = g.service_id
  FROM granted g JOIN wanted w USING (service_id)
  WHERE a.pool_id = g.pool_id AND a.ip = g.ip AND (SELECT count(*) FROM given_back) >= 0
  RETURNING g.service_id, a.ip
)
SELECT service_id, host(ip) AS ip FROM leased`;
