import { sql } from '../../../../db/sql/fragment.ts';
import type { Draft } from '../../model/draft.ts';
import { overdue } from '../../model/dues.ts';
import { become } from '../actions/status.ts';
import { living, type Present, promised, type Rule } from './rule.ts';

/** A promise to pay is kept, or the service is cut off. */
export const endPromise: Rule = {
  name: 'end of a promise',
  acts(draft: Draft): boolean {
    const { subscription, occasion } = draft;
    if (subscription.status !== 'Active' || subscription.promiseUpto === null || promised(draft)) return false;
    const kept = overdue(subscription, occasion.today).length === 0;
    if (subscription.prepaid || kept) {
      subscription.promiseUpto = null;
      draft.refresh();
    } else become(draft, 'NPD');
    return true;
  },
  candidates: (present: Present) =>
    sql`SELECT s.id FROM crm.service s
        WHERE ${living(present)} AND s.status = 'Active' AND s.promise_upto < ${present.today}::date`,
};
