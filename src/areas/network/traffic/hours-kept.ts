import { type Sql, sql } from '../../../db/sql.ts';
import { MAX_HISTORY_DAYS } from './vocabulary.ts';

/**
 * A condition over rows `t` of `radius.traffic_hour`: those of an ISP, of the services that `services` says. The hours are named one by
 * one, so that the key finds the rows of a service without reading those of all others.
 */
export const ofHoursKept = (ispId: number | Sql, services: Sql): Sql => sql`t.isp_id = ${ispId} AND ${services}
  AND t.hour = ANY(ARRAY(SELECT generate_series(h.now - ${24 * (MAX_HISTORY_DAYS + 1)}, h.now + 1)
    FROM (SELECT floor(date_part('epoch', now()) / 3600)::int AS now) h))`;
