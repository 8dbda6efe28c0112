import { EFFECTS } from '../../../../core/network/effects.ts';
import { type Sql, sql } from '../../../../db/sql.ts';
import { type Round, signOf } from './sign.ts';

const LASTS_MINUTES = 10;
/** Between an effect that was given up and the one that `repair-drift` queues in its place, until that is old itself. */
const GIVEN_UP_MINUTES = 20;

/** A NAS with sessions that have waited for their access for ten minutes: how many, and since when. */
export const drift = ({ now }: Round): Sql => sql`
  SELECT ${signOf('drift', 'n', { since: sql`late.since_at`, sessions: sql`late.sessions` })}
  FROM (
      SELECT x.nas_id, count(DISTINCT x.id) AS sessions, min(o.created_at) AS since_at
      FROM crm.outbox o
        JOIN radius.session x ON x.service_id = (o.payload ->> 'serviceId')::int AND x.ended_at IS NULL
          AND x.desired IS NOT NULL AND x.desired IS DISTINCT FROM x.acknowledged
      WHERE o.kind = ${EFFECTS.refresh} AND o.created_at < ${now}::timestamptz - make_interval(mins => ${LASTS_MINUTES})
        AND (o.done_at IS NULL OR o.done_at > ${now}::timestamptz - make_interval(mins => ${GIVEN_UP_MINUTES}))
      GROUP BY 1
    ) late
    JOIN radius.nas n ON n.id = late.nas_id AND n.deleted_at IS NULL`;
