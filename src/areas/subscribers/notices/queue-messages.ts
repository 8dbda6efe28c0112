import type { Trigger } from '../../../core/vocabulary/notice.ts';
import type { Tx } from '../../../db/database.ts';
import { send, sql } from '../../../db/sql.ts';
import { isChosen } from './choice.ts';

/** What a rule tells in its own transaction: it does not wait for the event feed, and is told if and only if it is committed. */
interface News {
  readonly trigger: Trigger;
  readonly ispId: number;
  readonly resellerId: number | null;
  /** Null: a stranger, who has no e-mail address. */
  readonly customerId: number | null;
  readonly serviceId: number | null;
  readonly subjectId: number;
  /** What it tells of; a notice tells it once. */
  readonly key: string;
  readonly at: Date;
  /** Goes out before other messages, also in quiet hours. */
  readonly urgent: boolean;
}

/** Makes the messages of the ISP's enabled notices about it. The dispatchers of all nodes look for them twice a second. */
export function queueMessages(tx: Tx, news: News): void {
  const { trigger, ispId, resellerId, customerId, serviceId, subjectId, key, at, urgent } = news;
  send(
    tx,
    sql`INSERT INTO crm.notice_message (isp_id, reseller_id, notice_id, key, service_id, customer_id, subject_id, channel, urgent,
          due_at, created_at)
        SELECT n.isp_id, ${resellerId}::int, n.id, ${key}, ${serviceId}::int, ${customerId}::int, ${subjectId}::bigint, n.channel,
          ${urgent}::boolean, ${at}::timestamptz, ${at}::timestamptz
        FROM crm.notice n
        JOIN crm.isp_setting t ON t.isp_id = n.isp_id
        LEFT JOIN crm.customer c ON c.isp_id = n.isp_id AND c.id = ${customerId}::int
        WHERE n.isp_id = ${ispId} AND n.trigger = ${trigger} AND (c.id IS NOT NULL OR n.channel <> 'email') AND ${isChosen}
        ON CONFLICT (notice_id, key) DO NOTHING`,
  );
}
