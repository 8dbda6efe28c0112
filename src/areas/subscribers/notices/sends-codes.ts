import { type Sql, sql } from '../../../db/sql.ts';

/** Whether an ISP, with its settings `t`, sends codes: it wants to, and has a notice and a channel for them. */
export const sendsCodes: Sql = sql`(t.portal_codes > 0 AND EXISTS (
    SELECT FROM crm.notice n JOIN crm.notice_sender x ON x.isp_id = n.isp_id AND x.channel = n.channel
    WHERE n.isp_id = t.isp_id AND n.trigger = 'sign_in_code' AND n.status = 'Enabled' AND n.deleted_at IS NULL))`;
