import { type Sql, sql } from '../../../../db/sql.ts';
import { type Round, signOf } from './sign.ts';

/** Fewer are lost on a poor line. A NAS that never answers is asked about 30 times an hour. */
const MIN_UNANSWERED = 10;

/** A NAS that left more Disconnect- and CoA-Requests of the last hour unanswered than it answered: how many, and of how many. */
export const coa = ({ now }: Round): Sql => sql`
  SELECT ${signOf('coa', 'n', { measured: sql`hour.unanswered`, comparedTo: sql`hour.unanswered + hour.answered` })}
  FROM (
      SELECT p.nas_id, sum(p.unanswered) AS unanswered, sum(p.acknowledged + p.refused) AS answered
      FROM radius.nas_pulse p WHERE p.minute > ${now}::timestamptz - make_interval(hours => 1) GROUP BY 1
    ) hour
    JOIN radius.nas n ON n.id = hour.nas_id AND n.deleted_at IS NULL
  WHERE hour.unanswered >= ${MIN_UNANSWERED}::int AND hour.unanswered > hour.answered`;
