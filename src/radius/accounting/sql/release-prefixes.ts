/**
 * Releases the IPv6 prefixes of the ended sessions `ended` (service_id, class, ip6_prefix, pd_prefix), unless a later log-in of
 * the service has them: their key is the Class without the prefixes. A lease that is being taken is skipped, for it is no longer
 * this session's.
 */
export function releasePrefixes(ended: string): string {
  return `
  UPDATE radius.ip6_lease a
  SET leased_to = NULL, session_key = NULL, leased_at = NULL, last_leased_to = a.leased_to, released_at = now()
  FROM (${ended}) ended CROSS JOIN LATERAL (
    SELECT l.pool_id, l.prefix FROM radius.ip6_lease l
    WHERE l.leased_to = ended.service_id AND (l.session_key = split_part(ended.class, ';', 1)
      OR ended.class IS NULL AND (l.prefix = ended.ip6_prefix OR l.prefix = ended.pd_prefix))
    LIMIT 2 FOR UPDATE SKIP LOCKED
  ) lease
  WHERE a.pool_id = ANY (ARRAY[lease.pool_id]) AND a.prefix = ANY (ARRAY[lease.prefix]) AND a.leased_to = ended.service_id`;
}
