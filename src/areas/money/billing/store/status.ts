import type { ServiceStatus } from '../../../../core/vocabulary/service.ts';
import { dayOf } from '../../../../core/zone.ts';
import type { Tx } from '../../../../db/database.ts';
import { query, type Sql, send, sql } from '../../../../db/sql.ts';
import { StatusDraft } from '../model/status-draft.ts';
import type { Day } from '../model/subscription.ts';
import { DONE_UPTO } from './done-upto.ts';
import { saveEffects } from './save/save-drafts.ts';

interface StatusRow {
  id: number;
  done_upto: Day | null;
  status: ServiceStatus;
  status_before: ServiceStatus | null;
  suspended_at: Date | null;
  grace_upto: Day | null;
  promise_upto: Day | null;
  renewal_refused: boolean;
  timezone: string;
  np_grace_days: number;
}

/**
 * Locks a service `s` and reads what a change of its status depends on, in one statement: after waiting for the lock PostgreSQL
 * reads the service again, and the ISP of a service never changes.
 */
export async function readStatus(
  tx: Tx,
  { where, now, by }: { readonly where: Sql; readonly now: Date; readonly by: string },
): Promise<StatusDraft | undefined> {
  const [row] = await query<StatusRow>(
    tx,
    sql`SELECT s.id, ${DONE_UPTO} AS done_upto, s.status, s.status_before, s.suspended_at, s.grace_upto, s.promise_upto,
          s.renewal_refused, i.timezone, i.np_grace_days
        FROM crm.service s JOIN crm.isp_setting i ON i.isp_id = s.isp_id WHERE ${where} FOR NO KEY UPDATE OF s`,
  );
  if (!row) return undefined;
  const { timezone: zone } = row;
  return new StatusDraft({
    subscription: {
      id: row.id,
      doneUpto: row.done_upto,
      status: row.status,
      statusBefore: row.status_before,
      suspendedOn: row.suspended_at && dayOf(row.suspended_at, zone),
      graceUpto: row.grace_upto,
      promiseUpto: row.promise_upto,
      renewalRefused: row.renewal_refused,
    },
    isp: { graceDays: row.np_grace_days },
    context: { today: dayOf(now, zone), now, by },
  });
}

/** Saves a change of status by the transaction that read it; its effects on sessions only, if the status is as it was. */
export function saveStatus(tx: Tx, draft: StatusDraft, before: ServiceStatus): void {
  const { subscription, context } = draft;
  const { now, by } = context;
  if (subscription.status !== before)
    send(
      tx,
      sql`UPDATE crm.service SET status = ${subscription.status}, status_before = ${subscription.statusBefore},
            grace_upto = ${subscription.graceUpto}, promise_upto = ${subscription.promiseUpto},
            renewal_refused = ${subscription.renewalRefused},
            suspended_at = ${subscription.status === 'Suspend' ? now : null}, status_at = ${now}, updated_at = now(), updated_by = ${by}
          WHERE id = ${subscription.id}`,
    );
  saveEffects(tx, [draft]);
}
