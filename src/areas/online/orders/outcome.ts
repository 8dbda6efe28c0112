import { type Sql, sql } from '../../../db/sql.ts';

/** What a paid order did, for those who paid it. */
export interface Outcome {
  /** Of a top-up: its gigabytes; null: it is for none. */
  readonly gb: string | null;
  /** The last day of what was renewed, added or begun, also by money alone; null: there is none. */
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

/** A new plan begins at once, or on the next day if a period ends on this one. */
const PERIOD_OF_PLAN_CHANGE: Sql = sql`SELECT min(p.ends_on) FROM crm.period p
  WHERE p.service_id = o.service_id AND p.voided_at IS NULL
    AND p.starts_on >= (o.fulfilled_at AT TIME ZONE t.timezone)::date`;

/** Money alone renews an expired prepaid service: its period is charged in the transaction that finds the order paid. */
const PERIOD_OF_MONEY: Sql = sql`SELECT max(p.ends_on) FROM crm.ledger_entry e JOIN crm.period p ON p.id = e.period_id
  WHERE e.service_id = o.service_id AND e.kind = 'plan' AND e.created_at = o.updated_at AND o.status = 'Paid'
    AND p.voided_at IS NULL AND s.prepaid_postpaid = 'Prepaid'`;

/** The columns of an Outcome, of the order `o` for the service `s` under the settings `t` of its ISP. */
export const OUTCOME: Sql = sql`o.agreed->>'gb' AS gb,
  CASE WHEN o.agreed IS NULL THEN (${PERIOD_OF_MONEY}) WHEN o.fulfilled_at IS NULL THEN NULL
    WHEN o.purpose = 'Topup' THEN (${PERIOD_OF_TOPUP})
    WHEN o.purpose = 'PlanChange' THEN (${PERIOD_OF_PLAN_CHANGE}) ELSE (${PERIOD_OF_RENEWAL}) END AS upto`;
