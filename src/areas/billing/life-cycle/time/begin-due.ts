import { type Sql, sql } from '../../../../db/sql/fragment.ts';
import type { Draft } from '../../model/draft.ts';
import { planFirstPeriod } from '../actions/plan-renewal.ts';
import { begin, renewIfCovered } from '../actions/renew.ts';
import { living, type Present, type Rule } from './rule.ts';

/** A new service begins on its day: postpaid at once, prepaid as soon as its first charge is covered. */
export const beginDue: Rule = {
  name: 'begin due',
  acts(draft: Draft): boolean {
    const { subscription, occasion } = draft;
    if (subscription.status !== 'NewRequest' || subscription.billFrom > occasion.today) return false;
    if (subscription.prepaid) return renewIfCovered(draft);
    const plan = planFirstPeriod(draft, occasion.today);
    if (plan.refusal !== null) return false;
    begin(draft, plan);
    return true;
  },
  candidates: (present: Present) =>
    sql`SELECT s.id FROM crm.service s
        WHERE ${living(present)} AND s.status = 'NewRequest' AND s.bill_from <= ${present.today}::date
          AND (s.prepaid_postpaid = 'Postpaid' OR s.os_amt < 0 OR s.os_amt = 0 AND s.installation_amt = 0 AND ${isFree})`,
};

/**
 * Without an advance only what costs nothing is covered. A short first period may cost nothing by rounding: of three charges
 * and their discount 0.025 at most is lost, for one day of all that the price stands for.
 */
const isFree: Sql = sql`EXISTS (
  SELECT FROM crm.sub_plan b JOIN crm.plan p ON p.id = b.plan_id
  WHERE b.id = coalesce(
      (SELECT c.sub_plan_id FROM crm.plan_change c WHERE c.service_id = s.id AND c.status = 'Pending'), s.sub_plan_id)
    AND (coalesce(b.amt1, 0) + coalesce(b.amt2, 0) + coalesce(b.amt3, 0)) * (100 - s.discount_percent) / 100
      - s.discount_amt <= 0.03 * p.plan_period * b.units * CASE p.plan_period_unit WHEN 'Month' THEN 31 ELSE 1 END)`;
