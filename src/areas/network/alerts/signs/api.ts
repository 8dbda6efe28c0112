import { type Sql, sql } from '../../../../db/sql.ts';
import { IS_SET_UP } from '../../routeros/target.ts';
import { NEXT_ROUND_S } from '../vocabulary.ts';
import { type Round, signOf } from './sign.ts';

/** One question may be lost. */
const MIN_FAILURES = 2;

/**
 * A router that has not answered its API for two questions in a row: since when. One that nobody has set up is not missed, and one that
 * is silent altogether, as the round before has found, is told of once.
 */
export const api = ({ now }: Round): Sql => sql`
  SELECT ${signOf('api', 'n', { since: sql`a.failing_since` })}
  FROM radius.nas_api a JOIN radius.nas n ON n.id = a.nas_id
  WHERE a.failures >= ${MIN_FAILURES}::int AND ${IS_SET_UP}
    AND NOT EXISTS (SELECT FROM radius.alert_sign g WHERE g.isp_id = n.isp_id AND g.kind = 'silent'
      AND coalesce(g.nas_id, 0) = n.id AND coalesce(g.pool_id, 0) = 0
      AND g.seen_at > ${now}::timestamptz - make_interval(secs => ${NEXT_ROUND_S}))`;
