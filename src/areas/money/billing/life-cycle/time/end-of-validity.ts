import { addDays } from '../../../../../core/zone.ts';
import { type Sql, sql } from '../../../../../db/sql/fragment.ts';
import { issueInvoice } from '../../charging/invoicing.ts';
import { chargePeriod } from '../../charging/opening.ts';
import type { Draft } from '../../model/draft.ts';
import type { Period } from '../../model/subscription.ts';
import { billEnded } from '../actions/bill.ts';
import { isExpired, planNextPeriod, refusalOfEnd } from '../actions/plan-renewal.ts';
import { openNextPeriod, renewIfCovered } from '../actions/renew.ts';
import { changeStatus, cutOff } from '../actions/status.ts';
import { type IspDay, promised, type Rule, servicesOf } from './rule.ts';

/** Prepaid is renewed if an advance covers it and nothing refuses; else it becomes NPD, unless a promise to pay holds. */
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

/** A postpaid period that is over is billed and invoiced. It may have been billed by the action `bill`, without an invoice. */
export const billPostpaid: Rule = {
  name: 'end of a postpaid period',
  apply(draft: Draft): boolean {
    const period = endedPostpaid(draft);
    if (period === null) return false;
    if (period.billed) return !isOff(draft) && issueInvoice(draft);
    if (refusalOfEnd(draft) !== null) return cutOffRefused(draft);
    chargePeriod(draft, period);
    issueInvoice(draft);
    return true;
  },
  candidates: endedCandidates,
};

/** The next postpaid period follows without a gap, except for a service that is NPD by now. */
export const openPostpaid: Rule = {
  name: 'begin of the next postpaid period',
  apply(draft: Draft): boolean {
    const period = endedPostpaid(draft);
    if (!period?.billed || isOff(draft)) return false;
    const next = planNextPeriod(draft, addDays(period.endsOn, 1));
    // There is no access to end while it is suspended.
    if (next.refusal !== null) return cutOffRefused(draft);
    openNextPeriod(draft, next);
    draft.refresh();
    return true;
  },
  candidates: endedCandidates,
};

/** Whatever was refused is tried again. */
function cutOffRefused(draft: Draft): boolean {
  draft.subscription.renewalRefused = true;
  return cutOff(draft);
}

/** The period of a postpaid service that is over, and that nothing holds up. */
function endedPostpaid(draft: Draft): Period | null {
  const { subscription, isp } = draft;
  const { prepaid, status, period } = subscription;
  const frozen = status === 'Suspend' && isp.freezesSuspended;
  return prepaid || status === 'NewRequest' || frozen || !isExpired(draft) ? null : period;
}

/** It had no access, whether it is suspended or not. */
const isOff = ({ subscription: { status, statusBefore } }: Draft): boolean =>
  (status === 'Suspend' ? statusBefore : status) === 'NPD';

function endedCandidates(on: IspDay): Sql {
  const over = sql`${servicesOf(on)} AND s.valid_upto < ${on.today}::date AND s.prepaid_postpaid = 'Postpaid'`;
  return sql`SELECT s.id FROM crm.service s WHERE ${over} AND s.status IN ('Active', 'NP')
      UNION ALL
      SELECT s.id FROM crm.service s JOIN crm.isp_setting i ON i.isp_id = s.isp_id AND i.suspend_clock = 'run'
      WHERE ${over} AND s.status = 'Suspend'
      UNION ALL
      SELECT s.id FROM crm.service s WHERE ${over} AND s.status = 'NPD' AND NOT s.billed`;
}
