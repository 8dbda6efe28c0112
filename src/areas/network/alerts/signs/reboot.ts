import { silenceOfNas } from '../../../../core/vocabulary/interim.ts';
import { type Sql, sql } from '../../../../db/sql.ts';
import { type Round, signOf } from './sign.ts';

const SHOWN_MINUTES = 30;

/** A NAS that has sent Accounting-On: when, and how many sessions that ended. */
export const reboot = ({ now }: Round): Sql => sql`
  SELECT ${signOf('reboot', 'n', { since: sql`h.restarted_at`, sessions: sql`lost.sessions` })}
  FROM radius.nas_heard h
    JOIN radius.nas n ON n.id = h.nas_id AND n.deleted_at IS NULL
    CROSS JOIN LATERAL (
      SELECT count(*) AS sessions FROM radius.session x
      WHERE x.nas_id = n.id AND x.terminate_cause = 'Accounting-On' AND x.started_at <= h.restarted_at
        AND x.ended_at > h.restarted_at - ${silenceOfNas(sql`n.id`)}) lost
  WHERE h.restarted_at > ${now}::timestamptz - make_interval(mins => ${SHOWN_MINUTES})`;
