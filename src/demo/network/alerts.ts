import type { Database } from '../../db/database.ts';
import { execute, sql } from '../../db/sql.ts';
import type { Calendar } from '../history/calendar.ts';

interface Demo {
  readonly db: Pick<Database, 'pool'>;
  readonly calendar: Calendar;
  readonly ispId: number;
}

/** When the other alert was. */
const RESTARTED_HOURS_AGO = 50;

/** The alert of the NAS that is silent, which nobody has acknowledged, and one of the day before yesterday of another NAS. */
export async function writeAlerts({ db, calendar: { now }, ispId }: Demo): Promise<void> {
  await execute(
    db.pool,
    sql`WITH heard AS (
          SELECT n.id AS nas_id, h.acct_at, row_number() OVER (ORDER BY h.acct_at, n.id) AS place
          FROM radius.nas n JOIN radius.nas_heard h ON h.nas_id = n.id
          WHERE n.isp_id = ${ispId} AND n.deleted_at IS NULL AND h.acct_at IS NOT NULL
        )
        INSERT INTO radius.alert (isp_id, kind, nas_id, since_at, sessions, opened_at)
        SELECT ${ispId}, 'silent', h.nas_id, h.acct_at,
          (SELECT count(*) FROM radius.session x WHERE x.nas_id = h.nas_id AND x.ended_at IS NULL), h.acct_at + interval '17 minutes'
        FROM heard h WHERE h.place = 1`,
  );
  const at = sql`${now}::timestamptz - make_interval(hours => ${RESTARTED_HOURS_AGO})`;
  await execute(
    db.pool,
    sql`INSERT INTO radius.alert (isp_id, kind, nas_id, since_at, sessions, opened_at, closed_at, acked_at, acked_by)
        SELECT ${ispId}, 'reboot', max(n.id), ${at}, 14, ${at} + interval '1 minute', ${at} + interval '36 minutes',
          ${at} + interval '4 minutes', 'demo-noc'
        FROM radius.nas n WHERE n.isp_id = ${ispId} AND n.deleted_at IS NULL`,
  );
}
