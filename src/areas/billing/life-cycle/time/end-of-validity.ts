import { addDays } from '../../../../core/zone.ts';
import { sql } from '../../../../db/sql/fragment.ts';
import { issueInvoice } from '../../charging/invoicing.ts';
import { chargePeriod } from '../../charging/opening.ts';
import type { Draft } from '../../model/draft.ts';
import { billEnded } from '../actions/bill.ts';
import { isExpired, planNextPeriod, refusalOfEnd } from '../actions/plan-renewal.ts';
import { openNextPeriod, renewIfCovered } from '../actions/renew.ts';
import { changeStatus, cutOff } from '../actions/status.ts';
import { type IspDay, promised, type Rule, servicesOf } from './rule.ts';

/** Prepaid is renewed if an advance covers it; else it becomes NPD, unless a promise to pay holds. */
export const endPrepaid: Rule = {
  name: 'end of a prepaid validity',
  apply(draft: Draft): boolean {
    const { prepaid, status } = draft.subscription;
    if (!prepaid || (status !== 'Active' && status !== 'NP') || !isExpired(draft)) return false;
    if (renewIfCovered(draft)) return true;
    if (promised(draft)) return false;
    if (refusalOfEnd(draft) === null) billEnded(draft);
    changeStatus(draft, 'NPD');
    return true;
  },
  candidates: (on: IspDay) =>
    sql`SELECT s.id FROM crm.service s
        WHERE ${servicesOf(on)} AND s.status IN ('Active', 'NP') AND s.valid_upto < ${on.today}::date
          AND s.prepaid_postpaid = 'Prepaid'`,
};

/** Postpaid is billed and invoiced; the next period follows without a gap, except for a service that is NPD. */
export const endPostpaid: Rule = {
  name: 'end of a postpaid period',
  apply(draft: Draft): boolean {
    const { subscription, isp } = draft;
    const { prepaid, status, statusBefore, period } = subscription;
    const frozen = status === 'Suspend' && isp.freezesSuspended;
    const isOff = (status === 'Suspend' ? statusBefore : status) === 'NPD';
    if (prepaid || status === 'NewRequest' || frozen || !period || !isExpired(draft)) return false;
    const wasBilled = period.billed;
    if (!wasBilled) {
      if (refusalOfEnd(draft) !== null) return cutOff(draft);
      chargePeriod(draft, period);
    } else if (isOff) return false;
    // It may have been billed by the action `bill`, without an invoice.
    const invoice = issueInvoice(draft);
    if (isOff) return true;
    const next = planNextPeriod(draft, addDays(period.endsOn, 1));
    // There is no access to end while it is suspended; what was billed is to be saved all the same.
    if (next.refusal !== null) return cutOff(draft) || !wasBilled || invoice !== null;
    openNextPeriod(draft, next);
    draft.refresh();
    return true;
  },
  candidates(on: IspDay) {
    const over = sql`${servicesOf(on)} AND s.valid_upto < ${on.today}::date AND s.prepaid_postpaid = 'Postpaid'`;
    return sql`SELECT s.id FROM crm.service s WHERE ${over} AND s.status IN ('Active', 'NP')
        UNION ALL
        SELECT s.id FROM crm.service s JOIN crm.isp_setting i ON i.isp_id = s.isp_id AND i.suspend_clock = 'run'
        WHERE ${over} AND s.status = 'Suspend'
        UNION ALL
        SELECT s.id FROM crm.service s WHERE ${over} AND s.status = 'NPD' AND NOT s.billed`;
  },
};
