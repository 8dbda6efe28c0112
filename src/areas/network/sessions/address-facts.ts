import { type Sql, sql } from '../../../db/sql.ts';

/**
 * The addresses of the session `x`, past and present, numbered by `ordinal`. It had `address` from
 * `begun_at` (null: its start) to `upto_at` (null: its end), by reports from `from_at` to `seen_at` (null: its start, its last).
 * `flapping`: at some time within that, after more changes than are kept.
 */
export const ADDRESS_FACTS: Sql = sql`(
  WITH entry AS (
    SELECT k.key AS kind, (e.value ->> 'address')::inet AS address, (e.value ->> 'seen')::bigint AS seen,
      (e.value ->> 'upto')::bigint AS upto, e.value ? 'flapping' AS flapping,
      lag((e.value ->> 'upto')::bigint) OVER earlier AS since,
      coalesce(lag(e.value ? 'address' OR e.value ? 'flapping') OVER earlier, false) AS follows
    FROM jsonb_each(x.addresses) k CROSS JOIN LATERAL jsonb_array_elements(k.value) WITH ORDINALITY e (value, n)
    WINDOW earlier AS (PARTITION BY k.key ORDER BY e.n)
  ), present AS (
    SELECT c.kind, c.address, (l.last ->> 'upto')::bigint AS since,
      coalesce(l.last ? 'address' OR l.last ? 'flapping', false) AS follows
    FROM (VALUES ('ip', x.ip), ('ip6_prefix', x.ip6_prefix), ('pd_prefix', x.pd_prefix),
        ('ip6_address', CASE WHEN (x.ip6_address <<= x.ip6_prefix) IS NOT TRUE THEN x.ip6_address END)) c (kind, address)
      CROSS JOIN LATERAL (SELECT x.addresses -> c.kind -> -1 AS last) l
    WHERE c.address IS NOT NULL
  ), fact AS (
    SELECT kind, address, CASE WHEN follows THEN since END AS begun, since, seen, upto, false AS flapping
    FROM entry WHERE address IS NOT NULL
    UNION ALL SELECT kind, address, CASE WHEN follows THEN since END, since, NULL, NULL, false FROM present
    UNION ALL SELECT f.kind, e.address, f.since, f.since, f.upto, f.upto, true
    FROM entry f JOIN LATERAL (
      SELECT address FROM entry e WHERE e.kind = f.kind AND e.address IS NOT NULL AND e.upto > f.since - 86400000
      UNION SELECT address FROM present p WHERE p.kind = f.kind
    ) e ON true WHERE f.flapping
  )
  SELECT kind, row_number() OVER (ORDER BY kind, since NULLS FIRST, upto, flapping, address)::int AS ordinal, address, flapping, to_timestamp(begun / 1000.0) AS begun_at, to_timestamp(since / 1000.0) AS from_at,
    to_timestamp(seen / 1000.0) AS seen_at, to_timestamp(upto / 1000.0) AS upto_at
  FROM fact
)`;
