import { sql } from '../../../../db/sql/fragment.ts';
import type { Draft } from '../../model/draft.ts';
import { overdue } from '../../model/dues.ts';
import { chargeLateFees } from '../actions/late-fee.ts';
import { become, cutOff } from '../actions/status.ts';
import { living, notPromised, type Present, promised, type Rule } from './rule.ts';

/** A postpaid invoice past its due day: a late fee, and less speed. */
export const fallDue: Rule = {
  name: 'fall due',
  acts(draft: Draft): boolean {
    const { subscription, occasion } = draft;
    if (subscription.prepaid || (subscription.status !== 'Active' && subscription.status !== 'NP')) return false;
    const late = overdue(subscription, occasion.today);
    if (late.length === 0) return false;
    const charged = chargeLateFees(draft, late);
    if (subscription.status === 'NP' || promised(draft)) return charged;
    become(draft, 'NP');
    return true;
  },
  candidates: (present: Present) =>
    sql`SELECT s.id FROM crm.invoice v JOIN crm.service s ON s.id = v.service_id
        JOIN crm.isp_setting i ON i.isp_id = s.isp_id
        WHERE v.isp_id = ${present.ispId} AND v.paid_at IS NULL AND v.due_on < ${present.today}::date AND ${living(present)}
          AND s.prepaid_postpaid = 'Postpaid'
          AND (s.status = 'Active' AND ${notPromised(present)}
            OR s.status IN ('Active', 'NP') AND v.late_fee_at IS NULL AND i.late_fee_amt + i.late_fee_percent > 0)`,
};

/** The days of grace are over. */
export const endGrace: Rule = {
  name: 'end of the grace',
  acts(draft: Draft): boolean {
    const { status, graceUpto } = draft.subscription;
    if (status !== 'NP' || graceUpto === null || graceUpto >= draft.occasion.today) return false;
    become(draft, 'NPD');
    return true;
  },
  candidates: (present: Present) =>
    sql`SELECT s.id FROM crm.service s
        WHERE ${living(present)} AND s.status = 'NP' AND s.grace_upto < ${present.today}::date`,
};

/** More is outstanding than the credit limit allows. */
export const passLimit: Rule = {
  name: 'pass the credit limit',
  acts(draft: Draft): boolean {
    const { creditLimit, osAmt } = draft.subscription;
    return creditLimit !== null && osAmt.greaterThan(creditLimit) && !promised(draft) && cutOff(draft);
  },
  candidates: (present: Present) =>
    sql`SELECT s.id FROM crm.service s JOIN crm.isp_setting i ON i.isp_id = s.isp_id
        WHERE ${living(present)} AND s.status IN ('Active', 'NP') AND s.os_amt > 0 AND ${notPromised(present)}
          AND s.os_amt > coalesce(s.credit_limit, i.default_credit_limit)`,
};
