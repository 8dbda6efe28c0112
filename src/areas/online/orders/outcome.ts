import { type Sql, sql } from '../../../db/sql.ts';

/** What a paid order did, for those who paid it. */
export interface Outcome {
  /** Of a top-up: its gigabytes; null: it is for none. */
  readonly gb: string | null;
  /** The last day of what was renewed or added; null: it has none, or is not done. */
  readonly upto: string | null;
}

/** The period that an expiring top-up was added to: its volume ends with it. */
const PERIOD_OF_TOPUP: Sql = sql`SELECT p.ends_on FROM crm.period p
  JOIN crm.topup_plan x ON x.isp_id = o.isp_id AND x.id = (o.agreed->>'topup_planid')::int AND x.type = 'Expiring'
  WHERE p.service_id = o.service_id AND p.voided_at IS NULL
    AND (o.fulfilled_at AT TIME ZONE t.timezone)::date BETWEEN p.starts_on AND p.ends_on
  ORDER BY p.id DESC LIMIT 1`;

/** The period after the last day that the payer saw. */
const PERIOD_OF_RENEWAL: Sql = sql`SELECT min(p.ends_on) FROM crm.period p
  WHERE p.service_id = o.service_id AND p.voided_at IS NULL
    AND p.ends_on > coalesce((o.agreed->>'upto')::date, '-infinity'::date)`;

/** The columns of an Outcome, of the order `o` under the settings `t` of its ISP. */
export const OUTCOME: Sql = sql`o.agreed->>'gb' AS gb,
  CASE WHEN o.fulfilled_at IS NULL THEN NULL
    WHEN o.purpose = 'Topup' THEN (${PERIOD_OF_TOPUP}) ELSE (${PERIOD_OF_RENEWAL}) END AS upto`;
