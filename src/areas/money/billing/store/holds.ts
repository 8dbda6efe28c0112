import { type Sql, sql } from '../../../../db/sql.ts';
import { holdsOfService } from '../life-cycle/time/held.ts';

/** The holds of a service `s` whose ISP has the settings `i`. */
export const HOLDS: Sql = sql`(SELECT coalesce(jsonb_agg(jsonb_build_object('from', d.held_from, 'upto', d.held_upto)), '[]')
  FROM (${holdsOfService}) d)`;
