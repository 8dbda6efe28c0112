import { sql } from '../../../../../db/sql/fragment.ts';
import type { Draft } from '../../model/draft.ts';
import { overdue } from '../../model/dues.ts';
import { cutOffUnpaid } from '../actions/cut-off.ts';
import { held, notHeldSince } from './held.ts';
import { type IspDay, promised, type Rule, servicesOf } from './rule.ts';

/** A promise to pay was kept, or the service becomes NPD, after an incident that holds up what is not paid. */
export const endPromise: Rule = {
  name: 'end of a promise',
  apply(draft: Draft): boolean {
    const { subscription, context } = draft;
    if (subscription.status !== 'Active' || subscription.promiseUpto === null || promised(draft)) return false;
    if (!subscription.prepaid && held(draft)) return false;
    const kept = overdue(draft, context.today).length === 0;
    if (subscription.prepaid || kept) {
      subscription.promiseUpto = null;
      draft.refresh();
    } else cutOffUnpaid(draft);
    return true;
  },
  candidates: (on: IspDay) =>
    sql`SELECT s.id FROM crm.service s
        WHERE ${servicesOf(on)} AND s.status = 'Active' AND s.promise_upto < ${on.today}::date
          AND (s.prepaid_postpaid = 'Prepaid' OR ${notHeldSince(on, sql`s.promise_upto`)})`,
};
