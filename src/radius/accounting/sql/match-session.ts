import { OUR_CAUSES } from '../../../areas/network/sessions/our-causes.ts';
import { CLOCK_TOLERANCE_MS } from '../record/event-time.ts';
import { asSent, type CounterIncrements } from './counter-increments.ts';
import { KIND } from './packed-fields.ts';

const tolerance = `interval '${CLOCK_TOLERANCE_MS} milliseconds'`;
/** How long only the Start of a session may be known: until its first Interim-Update is due, which may be a tenth later. */
const untilFirstInterim = `f.interim_interval * interval '1100 milliseconds' + ${tolerance}`;
const ourCauses = OUR_CAUSES.map((cause) => `'${cause}'`).join(', ');

/**
 * The stored session of each record, if any: of those with its session id, and its username or Class, the one with its Class, else the newest that
 * had started by the time of the record (both are candidates), else a later one. No row is locked.
 */
export function found(increments: CounterIncrements): string {
  return `
  SELECT DISTINCT ON (i.ord) i.*, old.ctid AS old_ctid, old.xmin AS old_xmin, old.service_id AS old_service,
    old.started_at AS old_started, old.updated_at AS old_updated, old.ended_at AS old_ended,
    old.session_time AS old_seconds,
    ${increments.found},
    -- A Gigawords attribute was seen: the counters do not wrap at 4 GiB.
    i.gigawords OR coalesce(old.gigawords, false) AS is_64_bit,
    old.ip AS old_ip, old.mac AS old_mac, old.nas_port AS old_nas_port, old.class AS old_class,
    old.terminate_cause AS old_cause,
    old.ended_at IS NOT NULL AND coalesce(old.terminate_cause IN (${ourCauses}), false) AS ended_by_us,
    coalesce(old.started_at - i.at <= ${tolerance} OR old.class = i.class, false) AS is_candidate
  FROM input i LEFT JOIN LATERAL (
    SELECT s.ctid, s.xmin, s.* FROM radius.session s
    WHERE s.nas_id = i.nas_id AND s.acct_session_id = i.acct_session_id
      -- A NAS may name a session otherwise than before, as hostapd does when it has asked for another identity.
      AND (s.username = i.username OR s.class = i.class) OFFSET 0
  ) old ON true
  ORDER BY i.ord, coalesce(old.class = i.class, false) DESC, old.started_at - i.at <= ${tolerance} DESC,
    old.started_at DESC`;
}

/** Whether the stored session is the session of the record, or an earlier one whose id the NAS has used again. */
export function matched(increments: CounterIncrements): string {
  return `
  SELECT f.*, f.is_candidate AND (
      f.kind = ${KIND.close}
      -- A session that started after everything known of the stored one uses its id again: some NASes number their
      -- sessions anew when they boot, without an Accounting-On.
      OR f.started <= coalesce(f.old_ended, f.old_updated) + ${tolerance}
      -- But if the session is open, or ended by us, and all its numbers only grew, the clock of the NAS was changed.
      OR f.kind <> ${KIND.start} AND (f.old_ended IS NULL OR f.ended_by_us)
        AND f.seconds >= f.old_seconds AND f.up >= ${asSent('f.old_up')} AND f.down >= ${asSent('f.old_down')}
      -- A record without a session time is of an open session, a Stop of an ended one too.
      OR f.kind <> ${KIND.start} AND f.seconds IS NULL
        AND (f.old_ended IS NULL OR f.ended_by_us OR f.kind = ${KIND.stop})
      -- A Start may be repeated until it is answered (RFC 2866 section 2), and without an event time the repeat seems
      -- later. It has the Class of the first. Without Class it is a repeat while only a Start is known of the session and
      -- nothing in the two differs.
      OR f.kind = ${KIND.start} AND coalesce(f.class = f.old_class, f.old_ended IS NULL
        AND f.old_seconds = 0 AND f.old_up = 0 AND f.old_down = 0 AND f.started <= f.old_updated + ${untilFirstInterim}
        AND coalesce(f.ip = f.old_ip, true) AND coalesce(f.mac = f.old_mac, true)
        AND coalesce(f.nas_port = f.old_nas_port, true))
    ) AS is_same${increments.matched}
  FROM found f OFFSET 0`;
}
