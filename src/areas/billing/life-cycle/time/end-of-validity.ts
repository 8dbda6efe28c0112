import { addDays } from '../../../../core/zone.ts';
import { sql } from '../../../../db/sql/fragment.ts';
import { issueInvoice } from '../../charging/invoicing.ts';
import { chargePeriod } from '../../charging/opening.ts';
import type { Draft } from '../../model/draft.ts';
import { billEnded } from '../actions/bill.ts';
import { isExpired, planNextPeriod, refusalOfEnd } from '../actions/plan-renewal.ts';
import { openNextPeriod, renewIfCovered } from '../actions/renew.ts';
import { become, cutOff } from '../actions/status.ts';
import { living, type Present, promised, type Rule } from './rule.ts';

/** Prepaid that is paid for goes on; else it is cut off, unless a payment was promised. */
export const endPrepaid: Rule = {
  name: 'end of a prepaid validity',
  acts(draft: Draft): boolean {
    const { prepaid, status } = draft.subscription;
    if (!prepaid || (status !== 'Active' && status !== 'NP') || !isExpired(draft)) return false;
    if (renewIfCovered(draft)) return true;
    if (promised(draft)) return false;
    if (refusalOfEnd(draft) === null) billEnded(draft);
    become(draft, 'NPD');
    return true;
  },
  candidates: (present: Present) =>
    sql`SELECT s.id FROM crm.service s
        WHERE ${living(present)} AND s.status IN ('Active', 'NP') AND s.valid_upto < ${present.today}::date
          AND s.prepaid_postpaid = 'Prepaid'`,
};

/** Postpaid is billed and invoiced; the next period follows without a gap, except for one who is cut off. */
export const endPostpaid: Rule = {
  name: 'end of a postpaid period',
  acts(draft: Draft): boolean {
    const { subscription, isp } = draft;
    const { prepaid, status, statusBefore, period } = subscription;
    const held = status === 'Suspend' && isp.freezesSuspended;
    const isOff = (status === 'Suspend' ? statusBefore : status) === 'NPD';
    if (prepaid || status === 'NewRequest' || held || !period || !isExpired(draft)) return false;
    if (!period.billed) {
      if (refusalOfEnd(draft) !== null) return cutOff(draft);
      chargePeriod(draft, period);
    } else if (isOff) return false;
    // It may have been billed by hand, and not invoiced.
    issueInvoice(draft);
    if (isOff) return true;
    const next = planNextPeriod(draft, addDays(period.endsOn, 1));
    if (next.refusal !== null) return cutOff(draft);
    openNextPeriod(draft, next);
    draft.refresh();
    return true;
  },
  candidates(present: Present) {
    const over = sql`${living(present)} AND s.valid_upto < ${present.today}::date AND s.prepaid_postpaid = 'Postpaid'`;
    return sql`SELECT s.id FROM crm.service s WHERE ${over} AND s.status IN ('Active', 'NP')
        UNION ALL
        SELECT s.id FROM crm.service s JOIN crm.isp_setting i ON i.isp_id = s.isp_id AND i.suspend_clock = 'run'
        WHERE ${over} AND s.status = 'Suspend'
        UNION ALL
        SELECT s.id FROM crm.service s WHERE ${over} AND s.status = 'NPD' AND NOT s.billed`;
  },
};
