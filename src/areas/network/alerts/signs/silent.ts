import { silenceOfNas } from '../../../../core/vocabulary/interim.ts';
import { type Sql, sql } from '../../../../db/sql.ts';
import { isSilent } from '../../nas/silent.ts';
import { NEXT_ROUND_S } from '../vocabulary.ts';
import { type Round, signOf } from './sign.ts';

/**
 * A NAS that was heard last when it had sessions, and has sent no accounting for three intervals. Those sessions are counted once:
 * they are ended while it is silent, and forgotten after a day.
 */
export const silent = ({ now, heardUpto }: Round): Sql => sql`
  SELECT ${signOf('silent', 'n', { since: sql`last.heard_at`, sessions: sql`stake.sessions` })}
  FROM radius.nas_tally t
    JOIN radius.nas n ON n.id = t.nas_id AND n.deleted_at IS NULL
    LEFT JOIN radius.nas_heard h ON h.nas_id = n.id
    LEFT JOIN radius.alert_sign g ON g.isp_id = n.isp_id AND g.kind = 'silent' AND coalesce(g.nas_id, 0) = n.id
      AND coalesce(g.pool_id, 0) = 0 AND g.seen_at > ${now}::timestamptz - make_interval(secs => ${NEXT_ROUND_S})
    CROSS JOIN LATERAL (SELECT greatest(t.heard_at, h.acct_at) AS heard_at) last
    CROSS JOIN LATERAL (
      SELECT CASE WHEN g.id IS NOT NULL THEN g.sessions ELSE (
        SELECT count(*)::int FROM radius.session x WHERE x.nas_id = n.id AND (x.ended_at IS NULL
          OR x.terminate_cause = 'Stale' AND x.updated_at > last.heard_at - ${silenceOfNas(sql`n.id`)})) END AS sessions
    ) stake
  WHERE ${isSilent(sql`${heardUpto}::timestamptz`)} AND stake.sessions > 0`;
