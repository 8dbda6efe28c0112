import { type Sql, sql } from '../../../../../db/sql/fragment.ts';
import type { Draft } from '../../model/draft.ts';
import { planFirstPeriod } from '../actions/plan-renewal.ts';
import { begin, renewIfCovered } from '../actions/renew.ts';
import { type IspDay, type Rule, servicesOf } from './rule.ts';

/** A new service begins on `bill_from`: postpaid at once, prepaid as soon as its first charge is covered. */
export const beginDue: Rule = {
  name: 'begin due',
  apply(draft: Draft): boolean {
    const { subscription, context } = draft;
    if (subscription.status !== 'NewRequest' || subscription.billFrom > context.today) return false;
    if (subscription.prepaid) return renewIfCovered(draft);
    const plan = planFirstPeriod(draft, context.today);
    if (plan.refusal !== null) return false;
    begin(draft, plan);
    return true;
  },
  candidates: (on: IspDay) =>
    sql`SELECT s.id FROM crm.service s
        WHERE ${servicesOf(on)} AND s.status = 'NewRequest' AND s.bill_from <= ${on.today}::date
          AND (s.prepaid_postpaid = 'Postpaid' OR s.os_amt < 0 OR s.os_amt = 0 AND s.installation_amt = 0 AND ${isFree})`,
};

/**
 * Without an advance only a price of 0 is covered. A short first period may round to 0: three charges and their discount lose
 * at most 0.025, for a single day of the whole validity.
 */
const isFree: Sql = sql`EXISTS (
  SELECT FROM crm.sub_plan b JOIN crm.plan p ON p.id = b.plan_id
  WHERE b.id = coalesce(
      (SELECT c.sub_plan_id FROM crm.plan_change c WHERE c.service_id = s.id AND c.status = 'Pending'), s.sub_plan_id)
    AND (coalesce(b.amt1, 0) + coalesce(b.amt2, 0) + coalesce(b.amt3, 0)) * (100 - s.discount_percent) / 100
      - s.discount_amt < 0.03 * p.plan_period * b.units * CASE p.plan_period_unit WHEN 'Month' THEN 31 ELSE 1 END)`;
