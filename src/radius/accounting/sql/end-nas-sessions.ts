import type { NasRecord } from '../record/record.ts';
import { releasePrefixes } from './release-prefixes.ts';

/**
 * After Accounting-On or -Off (RFC 2866 section 5.1): ends all sessions of the NAS $1 that started by $2 (seconds) at
 * their last update, with the cause $3, and releases their leases. Notes when it restarted; what it repeats is one restart.
 */
export const END_NAS_SESSIONS_STATEMENT = `
WITH ended AS (
  UPDATE radius.session SET ended_at = updated_at, terminate_cause = $3
  WHERE nas_id = $1 AND ended_at IS NULL AND started_at <= to_timestamp($2::float8)
  RETURNING service_id, class, ip, ip6_prefix, pd_prefix
), restarted AS (
  INSERT INTO radius.nas_heard AS h (nas_id, restarted_at)
  SELECT n.id, to_timestamp($2::float8) FROM radius.nas n WHERE n.id = $1 AND $3 = 'Accounting-On'
  ON CONFLICT (nas_id) DO UPDATE SET restarted_at = excluded.restarted_at
  WHERE coalesce(h.restarted_at < excluded.restarted_at - interval '1 minute', true)
), released_prefixes AS (${releasePrefixes('SELECT service_id, class, ip6_prefix, pd_prefix FROM ended')}
)
UPDATE radius.ip_address a
SET leased_to = NULL, lease_kind = NULL, session_key = NULL, leased_at = NULL, last_leased_to = a.leased_to,
  released_at = now()
FROM ended e
WHERE a.leased_to = e.service_id AND a.lease_kind = 'dynamic'
  AND (a.session_key = e.class OR e.class IS NULL AND a.ip = e.ip)`;

export function endNasSessionsValues({ kind, nasId, at }: NasRecord): unknown[] {
  return [nasId, at / 1000, kind === 'nas-on' ? 'Accounting-On' : 'Accounting-Off'];
}
