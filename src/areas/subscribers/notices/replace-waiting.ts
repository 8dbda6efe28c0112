import type { Trigger } from '../../../core/vocabulary/notice.ts';
import type { Tx } from '../../../db/database.ts';
import { send, sql } from '../../../db/sql.ts';

interface Outdated {
  readonly ispId: number;
  readonly trigger: Trigger;
  readonly subjectId: number;
  readonly at: Date;
}

/** Messages say what is so when they are sent, so one that still waits would say the same as the next. Leaves what is being sent. */
export function replaceWaiting(tx: Tx, { ispId, trigger, subjectId, at }: Outdated): void {
  send(
    tx,
    sql`UPDATE crm.notice_message m SET status = 'Skipped', reason = 'replaced by a newer message', done_at = ${at}::timestamptz
        FROM crm.notice n
        WHERE n.isp_id = ${ispId} AND n.trigger = ${trigger} AND m.notice_id = n.id AND m.isp_id = ${ispId}
          AND m.status = 'Waiting' AND m.subject_id = ${subjectId}::bigint AND (m.leased_until IS NULL OR m.leased_until < now())`,
  );
}
