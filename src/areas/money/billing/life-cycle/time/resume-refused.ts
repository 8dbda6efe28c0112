import { sql } from '../../../../../db/sql/fragment.ts';
import type { Draft } from '../../model/draft.ts';
import { reactivate } from '../actions/payment.ts';
import { type IspDay, type Rule, servicesOf } from './rule.ts';

/**
 * A service is off although it is paid: a franchisee's wallet or the ISP's credits refused to renew or resume it. Each turn of its ISP
 * tries it again, every few minutes, as the payment would have; a top-up of the wallet itself touches no service.
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
