import { type Sql, sql } from '../../../../db/sql.ts';

/**
 * The last day whose time rules were applied to a service `s`: that of its ISP, unless a call has taken it further. NULL: it is not
 * known, or the run fails for the service; then only the present day counts.
 */
export const DONE_UPTO: Sql = sql`CASE WHEN NOT EXISTS (SELECT FROM crm.service_problem f WHERE f.service_id = s.id)
  THEN coalesce((SELECT k.done_upto FROM crm.service_clock k WHERE k.service_id = s.id),
    (SELECT k.done_upto FROM crm.isp_clock k WHERE k.isp_id = s.isp_id)) END`;
