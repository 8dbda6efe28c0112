import { isFrozen } from '../../../core/tenancy/frozen-tenant.ts';
import { execute, join, type Runner, raw, sql } from '../../../db/sql.ts';
import type { Round } from './signs/sign.ts';
import { SIGNS } from './signs/signs.ts';
import { NEXT_ROUND_S, REOPEN_HOURS, SAME_ROUND_S } from './vocabulary.ts';

/** What a sign tells, which its alert tells as well. */
export const TOLD = ['reseller_id', 'since_at', 'sessions', 'measured', 'compared_to', 'full_on'] as const;

const told = join(TOLD.map(raw), ', ');

/** Notes what the round finds, and counts the rounds in a row that have found it. Forgets what was found over an hour ago. */
export async function noteSigns(on: Runner, round: Round): Promise<void> {
  const at = sql`${round.now}::timestamptz`;
  const found = join(
    Object.values(SIGNS).map((sign) => sign(round)),
    ' UNION ALL ',
  );
  const replaced = join(
    TOLD.map((name) => sql`${raw(name)} = excluded.${raw(name)}`),
    ', ',
  );
  await execute(
    on,
    sql`INSERT INTO radius.alert_sign AS g (isp_id, kind, nas_id, pool_id, ${told}, seen_at)
        SELECT f.isp_id, f.kind, f.nas_id, f.pool_id, ${told}, ${at} FROM (${found}) f WHERE NOT ${isFrozen(sql`f.isp_id`)}
        ON CONFLICT (isp_id, kind, coalesce(nas_id, 0), coalesce(pool_id, 0)) DO UPDATE SET ${replaced},
          seen_at = excluded.seen_at,
          rounds = CASE WHEN g.seen_at > ${at} - make_interval(secs => ${NEXT_ROUND_S}) THEN g.rounds + 1 ELSE 1 END
        WHERE g.seen_at < ${at} - make_interval(secs => ${SAME_ROUND_S})`,
  );
  await execute(on, sql`DELETE FROM radius.alert_sign WHERE seen_at < ${at} - make_interval(hours => ${REOPEN_HOURS})`);
}
