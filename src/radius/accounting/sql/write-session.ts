import { ADDRESSES_ASSIGNMENT, ADDRESSES_VALUE, IPV6_ASSIGNMENTS, IPV6_COLUMNS, IPV6_VALUES } from './addresses.ts';
import { COUNT_BY_LEVEL, saturatedSum } from './bandwidth-levels.ts';
import type { CounterIncrements } from './counter-increments.ts';
import { KIND } from './packed-fields.ts';
import { releasePrefixes } from './release-prefixes.ts';

/** The stored sessions, each taken by `ctid` and `xmin`: as it was found, or not at all. */
export function updated(increments: CounterIncrements): string {
  return `
  UPDATE radius.session s SET
    updated_at = CASE WHEN d.is_same AND d.kind < ${KIND.close} AND NOT ${increments.isNoLongerServed('d')}
      THEN greatest(d.old_updated, d.at) ELSE d.old_updated END,
    session_time = d.old_seconds + d.counted_seconds,
    in_bytes = s.in_bytes + d.counted_up,
    out_bytes = s.out_bytes + d.counted_down,
    gigawords = coalesce(nullif(d.gigawords, false), s.gigawords)${increments.assignments},
    ended_at = d.new_ended,
    terminate_cause = CASE
      WHEN d.new_ended IS NULL THEN NULL
      WHEN NOT d.is_same THEN 'Superseded'
      WHEN ${increments.isNoLongerServed('d')} THEN CASE WHEN d.old_ended IS NULL THEN 'Not-Served' ELSE d.old_cause END
      WHEN d.kind >= ${KIND.stop} AND (d.old_ended IS NULL OR d.ended_by_us AND d.kind = ${KIND.stop}) THEN d.cause
      ELSE d.old_cause END,
    ip = CASE
      WHEN NOT d.is_same THEN s.ip
      WHEN d.at >= d.old_updated THEN coalesce(d.ip, s.ip)
      ELSE coalesce(s.ip, d.ip) END,
    ${IPV6_ASSIGNMENTS},
    ${ADDRESSES_ASSIGNMENT},
    mac = CASE WHEN d.is_same THEN coalesce(s.mac, d.mac) ELSE s.mac END,
    class = CASE WHEN d.is_same THEN coalesce(s.class, d.class) ELSE s.class END,
    service_id = coalesce(s.service_id, d.service_id),
    reseller_id = CASE WHEN s.service_id IS NULL THEN d.reseller_id ELSE s.reseller_id END
  FROM decided d
  WHERE d.is_update AND NOT d.is_other_service AND NOT d.is_suspect AND s.ctid = d.old_ctid AND s.xmin = d.old_xmin
  RETURNING d.ord, s.service_id, s.isp_id, s.reseller_id, d.day, d.counted_up AS up, d.counted_down AS down, d.counted_seconds AS seconds,
    d.old_updated AS since, d.is_same AND (d.kind >= ${KIND.stop} OR ${increments.isNoLongerServed('d')}) AS has_ended,
    ${increments.returned}coalesce(d.old_class, d.class) AS class, coalesce(d.ip, d.old_ip) AS ip,
    s.ip6_prefix, s.pd_prefix`;
}

export function newSession(increments: CounterIncrements): string {
  return `
  SELECT m.*, ${increments.first('up')} AS first_up, ${increments.first('down')} AS first_down
  FROM decided m WHERE is_insert AND is_not_in_log AND NOT is_suspect`;
}

export function inserted(increments: CounterIncrements): string {
  return `
  INSERT INTO radius.session (isp_id, reseller_id, service_id, nas_id, nas_ip, username, acct_session_id, nas_port,
    nas_port_type, mac, ip, class, started_at, updated_at, ended_at, session_time, in_bytes, out_bytes, terminate_cause,
    interim_interval, gigawords, ${IPV6_COLUMNS}, addresses${increments.insertedColumns})
  SELECT isp_id, reseller_id, service_id, nas_id, nas_ip, username, acct_session_id, nas_port, nas_port_type, mac, ip,
    class, started, at, CASE WHEN kind = ${KIND.stop} OR end_cause IS NOT NULL THEN at END,
    coalesce(seconds, 0), first_up, first_down, end_cause,
    interim_interval, nullif(gigawords, false), ${IPV6_VALUES}, ${ADDRESSES_VALUE}${increments.insertedValues}
  FROM new_session`;
}

/**
 * The usage of the services: of the period, of its bandwidth levels, and of the day. Triggers write the usage of an
 * earlier day to `radius.usage_day` and have the live session follow a change of level.
 */
export const COUNTED = `
  UPDATE radius.usage u SET in_bytes = ${saturatedSum('u.in_bytes', 'added.up')},
    out_bytes = ${saturatedSum('u.out_bytes', 'added.down')}, updated_at = now(), day = added.day,
    day_in_bytes = CASE WHEN u.day = added.day THEN ${saturatedSum('u.day_in_bytes', 'added.up')} ELSE added.up END,
    day_out_bytes = CASE WHEN u.day = added.day THEN ${saturatedSum('u.day_out_bytes', 'added.down')} ELSE added.down END,
    day_seconds = CASE WHEN u.day = added.day THEN ${saturatedSum('u.day_seconds', 'added.seconds')} ELSE added.seconds END,
    ${COUNT_BY_LEVEL}
  FROM (
    SELECT service_id, day, up, down, seconds FROM updated WHERE up > 0 OR down > 0 OR seconds > 0
    UNION ALL
    SELECT service_id, day, first_up, first_down, coalesce(seconds, 0) FROM new_session
    WHERE first_up > 0 OR first_down > 0 OR seconds > 0
    ORDER BY service_id
  ) added
  WHERE u.service_id = ANY (ARRAY[added.service_id])`;

/** The octets that `COUNTED` adds, whose services they are of, and since when: the last report, or the start of the session. */
export const TRAFFIC = `
  SELECT ord, isp_id, reseller_id, service_id, since, up, down FROM updated
  WHERE service_id IS NOT NULL AND (up > 0 OR down > 0)
  UNION ALL
  SELECT ord, isp_id, reseller_id, service_id, started, first_up, first_down FROM new_session
  WHERE service_id IS NOT NULL AND (first_up > 0 OR first_down > 0)`;

/** The leases of ended sessions, unless a later session of the service has them. */
export const RELEASED = `
  UPDATE radius.ip_address a
  SET leased_to = NULL, lease_kind = NULL, session_key = NULL, leased_at = NULL, last_leased_to = a.leased_to,
    released_at = now()
  FROM (
    SELECT service_id, class, ip FROM updated WHERE has_ended
    UNION ALL
    SELECT service_id, class, ip FROM new_session WHERE kind = ${KIND.stop}
  ) ended CROSS JOIN LATERAL (
    SELECT l.pool_id, l.ip FROM radius.ip_address l
    WHERE l.leased_to = ended.service_id AND l.lease_kind = 'dynamic'
      AND (l.session_key = ended.class OR ended.class IS NULL AND l.ip = ended.ip) LIMIT 1
  ) lease
  WHERE a.pool_id = ANY (ARRAY[lease.pool_id]) AND a.ip = ANY (ARRAY[lease.ip]) AND a.leased_to = ended.service_id
    AND (a.session_key = ended.class OR ended.class IS NULL AND a.ip = ended.ip)`;

/** The same for IPv6 prefixes. */
export const RELEASED_PREFIXES = releasePrefixes(`
    SELECT service_id, class, ip6_prefix, pd_prefix FROM updated WHERE has_ended
    UNION ALL
    SELECT service_id, class, NULL, NULL FROM new_session WHERE kind = ${KIND.stop}`);
