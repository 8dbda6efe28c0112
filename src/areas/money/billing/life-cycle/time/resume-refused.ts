import { sql } from '../../../../../db/sql/fragment.ts';
import type { Draft } from '../../model/draft.ts';
import { reactivate } from '../actions/payment.ts';
import { type IspDay, type Rule, servicesOf } from './rule.ts';

/**
 * A franchisee's wallet or the ISP's credits refused to renew or resume a service that owes nothing. Each turn of its ISP, every few
 * minutes, tries it again as a payment would; a top-up of the wallet touches no service. A postpaid period that could not be
 * charged when it ended is charged by then (`billPostpaid`), so its service waits until that is paid.
 */
export const resumeRefused: Rule = {
  name: 'resume what was refused',
  apply(draft: Draft): boolean {
    if (!isRefused(draft)) return false;
    reactivate(draft);
    return !isRefused(draft);
  },
  candidates: (on: IspDay) =>
    sql`SELECT s.id FROM crm.service s WHERE ${servicesOf(on)} AND s.status = 'NPD' AND s.renewal_refused`,
};

const isRefused = ({ subscription: { status, renewalRefused } }: Draft): boolean => status === 'NPD' && renewalRefused;
