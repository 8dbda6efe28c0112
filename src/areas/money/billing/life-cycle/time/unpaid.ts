import { addDays } from '../../../../../core/zone.ts';
import { sql } from '../../../../../db/sql/fragment.ts';
import type { Draft } from '../../model/draft.ts';
import { overdue } from '../../model/dues.ts';
import { lastHeldDay } from '../../model/hold.ts';
import { cutOffUnpaid } from '../actions/cut-off.ts';
import { chargeLateFees } from '../actions/late-fee.ts';
import { changeStatus } from '../actions/status.ts';
import { held, heldOn, notHeldSince } from './held.ts';
import { type IspDay, notPromised, promised, type Rule, servicesOf } from './rule.ts';

/**
 * A postpaid invoice is overdue: a late fee is charged, and the service becomes NP, which reduces its speed. A service that
 * is NP already, or has a promise to pay, is only charged the fee, and so is one that has become NPD before the day of the fee.
 * An incident holds up both.
 */
export const fallDue: Rule = {
  name: 'fall due',
  apply(draft: Draft): boolean {
    const { subscription, context } = draft;
    if (subscription.prepaid || !canFallDue(draft) || held(draft)) return false;
    const late = overdue(draft, context.today);
    if (late.length === 0) return false;
    const charged = chargeLateFees(draft, late);
    if (subscription.status !== 'Active' || promised(draft)) return charged;
    changeStatus(draft, 'NP');
    return true;
  },
  candidates: (on: IspDay) =>
    sql`SELECT s.id FROM crm.invoice v JOIN crm.service s ON s.id = v.service_id
        JOIN crm.isp_setting i ON i.isp_id = s.isp_id
        WHERE v.isp_id = ${on.ispId} AND v.paid_at IS NULL AND v.due_on < ${on.today}::date AND ${servicesOf(on)}
          AND s.prepaid_postpaid = 'Postpaid' AND ${notHeldSince(on, sql`v.due_on`)}
          AND (s.status = 'Active' AND ${notPromised(on)}
            OR (s.status IN ('Active', 'NP') OR s.status = 'NPD' AND i.late_fee_after_days > 0) AND v.late_fee_at IS NULL
              AND v.due_on < ${on.today}::date - i.late_fee_after_days AND i.late_fee_amt + i.late_fee_percent > 0)
          AND (i.min_dues = 0 OR i.min_dues <= (SELECT sum(o.total - o.paid_amt) FROM crm.invoice o
            WHERE o.service_id = s.id AND o.paid_at IS NULL AND o.due_on < ${on.today}::date))`,
};

function canFallDue({ subscription: { status }, isp }: Draft): boolean {
  return status === 'Active' || status === 'NP' || (status === 'NPD' && isp.lateFeeAfterDays > 0);
}

/**
 * During an incident the days of grace do not run out: the last one moves to the last day that is held, as far as is known. RADIUS
 * ends access by that day too, so the last one is tomorrow at least: a run that comes late cuts nobody off.
 */
export const keepGrace: Rule = {
  name: 'keep the grace during an incident',
  apply(draft: Draft): boolean {
    const { subscription, context } = draft;
    const { today } = context;
    const { status, graceUpto } = subscription;
    if (status !== 'NP' || graceUpto === null || graceUpto > today) return false;
    const last = lastHeldDay(subscription, today, addDays(today, 1));
    if (last === null || last <= graceUpto) return false;
    subscription.graceUpto = last;
    draft.refresh();
    return true;
  },
  candidates: (on: IspDay) =>
    sql`SELECT s.id FROM crm.service s
        WHERE ${servicesOf(on)} AND s.status = 'NP' AND s.grace_upto <= ${on.today}::date AND ${heldOn(on)}`,
};

/** The days of grace are over: NP becomes NPD. */
export const endGrace: Rule = {
  name: 'end of the grace',
  apply(draft: Draft): boolean {
    const { status, graceUpto } = draft.subscription;
    if (status !== 'NP' || graceUpto === null || graceUpto >= draft.context.today) return false;
    cutOffUnpaid(draft);
    return true;
  },
  candidates: (on: IspDay) =>
    sql`SELECT s.id FROM crm.service s
        WHERE ${servicesOf(on)} AND s.status = 'NP' AND s.grace_upto < ${on.today}::date`,
};

/** The outstanding amount is above the credit limit: the service becomes NPD. */
export const passLimit: Rule = {
  name: 'pass the credit limit',
  apply(draft: Draft): boolean {
    const { creditLimit, osAmt, status } = draft.subscription;
    if (creditLimit === null || osAmt.lessThanOrEqualTo(creditLimit) || promised(draft) || held(draft)) return false;
    if (status !== 'Active' && status !== 'NP') return false;
    cutOffUnpaid(draft);
    return true;
  },
  candidates: (on: IspDay) =>
    sql`SELECT s.id FROM crm.service s JOIN crm.isp_setting i ON i.isp_id = s.isp_id
        WHERE ${servicesOf(on)} AND s.status IN ('Active', 'NP') AND s.os_amt > 0 AND ${notPromised(on)}
          AND s.os_amt > coalesce(s.credit_limit, i.default_credit_limit)`,
};
