import { sql } from '../../../db/sql.ts';

/**
 * Of notices for the same by the same channel a customer `c` gets that in the customer's language, else that in the language of
 * the ISP (its settings: `t`), else the first. `n` is a notice.
 */
export const isChosen = sql`n.id = (
  SELECT o.id FROM crm.notice o
  WHERE o.isp_id = n.isp_id AND o.trigger = n.trigger AND o.days = n.days AND o.channel = n.channel AND o.status = 'Enabled'
    AND o.deleted_at IS NULL
  ORDER BY o.language = coalesce(c.language, t.notice_language) DESC, o.language = t.notice_language DESC, o.id LIMIT 1)`;
