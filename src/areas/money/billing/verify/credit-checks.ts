import { sql } from '../../../../db/sql.ts';
import type { Check } from './check.ts';

/** The credits that periods used and returned. */
export const CREDIT_CHECKS: readonly Check[] = [
  {
    name: 'period_credits',
    invariant: 'a period returned at most the credits that it used, and all of them once it is voided',
    items: sql`
      SELECT 'period ' || u.period_id AS item,
        CASE WHEN u.credits > 0 THEN format('returned %s more credits than it used', u.credits)
          WHEN u.credits < 0 AND p.voided_at IS NOT NULL THEN format('is voided and holds %s credits', -u.credits)
        END AS problem
      FROM (SELECT service_id, period_id, sum(credits) AS credits FROM crm.credit_usage
            WHERE period_id IS NOT NULL GROUP BY service_id, period_id) u
      JOIN crm.period p ON p.service_id = u.service_id AND p.id = u.period_id`,
  },
];
