import type { CounterIncrements } from './counter-increments.ts';
import { KIND } from './packed-fields.ts';
import { IS_ALONE } from './session-parameters.ts';

/** Sessions stay in the hot table for a day after their end, so one that started within these hours is not in the log. */
const UNLOGGED_HOURS = 20;

/** What each record changes: the row `m.old_…`, a new row, or nothing, and what it adds to the counters. */
export function decided(increments: CounterIncrements): string {
  return `
  SELECT m.*, reused.*,
    -- The row belongs to another service. Such a record is written alone, since a statement counts once for a service.
    m.old_service IS DISTINCT FROM m.service_id AND m.is_same AND m.old_service IS NOT NULL
      AND NOT ${increments.isNoLongerServed('m')} AND NOT ${IS_ALONE} AS is_other_service,
    ${increments.isSuspect} AS is_suspect,
    m.is_candidate AND (m.is_same OR m.old_ended IS NULL) AS is_update,
    m.kind < ${KIND.close} AND (NOT m.is_candidate OR NOT m.is_same AND m.old_ended IS NOT NULL) AS is_insert,
    m.not_in_log OR m.started >= now() - interval '${UNLOGGED_HOURS} hours' AS is_not_in_log,
    CASE
      WHEN m.kind = ${KIND.close} OR NOT m.is_same OR ${increments.isNoLongerServed('m')}
        THEN coalesce(m.old_ended, m.old_updated)
      -- A session that its NAS ended stays ended.
      WHEN m.kind = ${KIND.stop} THEN
        CASE WHEN m.old_ended IS NULL OR m.ended_by_us THEN greatest(m.at, m.old_started) ELSE m.old_ended END
      WHEN m.old_ended IS NULL THEN NULL
      WHEN NOT m.ended_by_us THEN m.old_ended
      -- One that we ended opens again with a newer record from a live NAS, unless its id is in use again.
      WHEN m.alive AND m.at > m.old_ended AND NOT reused.is_reused THEN NULL
      ELSE greatest(m.old_ended, m.at)
    END AS new_ended,
    -- Why a new session has already ended.
    CASE
      WHEN m.kind = ${KIND.stop} THEN m.cause
      WHEN NOT m.alive THEN 'Accounting-On'
      WHEN reused.is_reused THEN 'Superseded'
    END AS end_cause,
    -- Counters never fall.
    CASE WHEN m.is_same AND m.kind < ${KIND.close} THEN ${increments.counted('up')} ELSE 0 END AS counted_up,
    CASE WHEN m.is_same AND m.kind < ${KIND.close} THEN ${increments.counted('down')} ELSE 0 END AS counted_down,
    CASE WHEN m.is_same AND m.kind < ${KIND.close} AND NOT ${increments.isNoLongerServed('m')}
      THEN greatest(m.seconds - m.old_seconds, 0) ELSE 0 END AS counted_seconds
  FROM matched m CROSS JOIN LATERAL (
    SELECT CASE
      WHEN m.old_ctid IS NULL OR m.is_candidate AND m.old_ended IS NULL THEN false
      ELSE EXISTS (
        SELECT FROM radius.session n WHERE n.nas_id = m.nas_id AND n.acct_session_id = m.acct_session_id
          AND n.username = m.username
          AND n.started_at - CASE WHEN m.is_same THEN m.old_started ELSE m.at END > interval '0')
    END AS is_reused OFFSET 0
  ) reused`;
}
