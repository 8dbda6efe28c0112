import { join, raw, type Sql, send, sql } from '../../../../db/sql.ts';
import type { Subscription } from '../../model/subscription.ts';
import type { Saving } from './saving.ts';

/** The columns that billing writes, with their types. The balance is not one of them: the ledger moves it. */
const COLUMNS = {
  plan_id: ['int', ({ offer }: Subscription) => offer.planId],
  sub_plan_id: ['int', ({ offer }: Subscription) => offer.subPlanId],
  period_id: ['int', ({ period }: Subscription) => period?.id ?? null],
  status: ['text', ({ status }: Subscription) => status],
  status_before: ['text', ({ statusBefore }: Subscription) => statusBefore],
  grace_upto: ['date', ({ graceUpto }: Subscription) => graceUpto],
  promise_upto: ['date', ({ promiseUpto }: Subscription) => promiseUpto],
  valid_from: ['date', ({ validFrom }: Subscription) => validFrom],
  valid_upto: ['date', ({ validUpto }: Subscription) => validUpto],
  anchor_day: ['int', ({ anchorDay }: Subscription) => anchorDay],
  billed: ['boolean', ({ billed }: Subscription) => billed],
} as const satisfies Record<string, readonly [type: string, of: (subscription: Subscription) => unknown]>;

type Column = keyof typeof COLUMNS;
const NAMES = Object.keys(COLUMNS) as Column[];

/** Writes the columns that changed for any of the drafts: to name another in UPDATE makes its triggers and foreign keys check it. */
export function saveServices({ tx, drafts }: Saving): void {
  const changes = drafts.map(({ subscription, stored }) => ({
    subscription,
    columns: NAMES.filter((name) => COLUMNS[name][1](subscription) !== COLUMNS[name][1](stored.subscription)),
  }));
  const changed = changes.filter(({ columns }) => columns.length > 0);
  const [first] = drafts;
  if (!first || changed.length === 0) return;
  const { now, by } = first.context;
  const columns = NAMES.filter((name) => changed.some((change) => change.columns.includes(name)));
  const rows = changed.map(({ subscription }) => ({
    id: subscription.id,
    ...Object.fromEntries(columns.map((name) => [name, COLUMNS[name][1](subscription)])),
  }));
  const assigned = columns.map((name) => sql`${raw(name)} = d.${raw(name)}`);
  const typed = columns.map((name) => sql`${raw(name)} ${raw(COLUMNS[name][0])}`);
  send(
    tx,
    sql`UPDATE crm.service s SET ${join(assigned, ', ')}, ${columns.includes('status') ? statusTimes(now) : sql``}
          updated_at = now(), updated_by = ${by}
        FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS d (id int, ${join(typed, ', ')})
        WHERE s.id = d.id`,
  );
}

const statusTimes = (now: Date): Sql => sql`
          suspended_at = CASE WHEN d.status = 'Suspend' THEN coalesce(s.suspended_at, ${now}::timestamptz) END,
          status_at = CASE WHEN s.status = d.status THEN s.status_at ELSE ${now}::timestamptz END,`;
