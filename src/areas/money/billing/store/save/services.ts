import { join, raw, send, sql } from '../../../../../db/sql.ts';
import type { Draft } from '../../model/draft.ts';
import type { Subscription } from '../../model/subscription.ts';
import type { ServiceChange } from '../ledger/post.ts';
import type { Saving } from './saving.ts';

/**
 * The columns that billing writes, besides the times of a change (`changeOf`); `store/status.ts` writes some of them for an action
 * that changes the status alone. The balance is not one of them: the ledger moves it, and writes these with it. What another column
 * needs elsewhere is in the README of billing.
 */
const COLUMNS = {
  plan_id: ({ offer }) => offer.planId,
  sub_plan_id: ({ offer }) => offer.subPlanId,
  period_id: ({ period }) => period?.id ?? null,
  status: ({ status }) => status,
  status_before: ({ statusBefore }) => statusBefore,
  grace_upto: ({ graceUpto }) => graceUpto,
  promise_upto: ({ promiseUpto }) => promiseUpto,
  renewal_refused: ({ renewalRefused }) => renewalRefused,
  valid_from: ({ validFrom }) => validFrom,
  valid_upto: ({ validUpto }) => validUpto,
  anchor_day: ({ anchorDay }) => anchorDay,
  billed: ({ billed }) => billed,
} as const satisfies { readonly [C in keyof ServiceChange]: (subscription: Subscription) => ServiceChange[C] };

export const BILLING_COLUMNS = Object.keys(COLUMNS) as (keyof typeof COLUMNS)[];

/** Changes of services, by their ids. */
export interface ServiceChanges {
  /** Of services that the ledger updates anyway, since their balances move. */
  readonly posted: ReadonlyMap<number, ServiceChange>;
  readonly others: ReadonlyMap<number, ServiceChange>;
}

/** What drafts change of their services. To be asked when new periods have their ids. */
export function serviceChanges({ drafts }: Saving): ServiceChanges {
  const posted = new Map<number, ServiceChange>();
  const others = new Map<number, ServiceChange>();
  for (const draft of drafts) {
    const change = changeOf(draft);
    if (change) (movesBalance(draft) ? posted : others).set(draft.subscription.id, change);
  }
  return { posted, others };
}

const movesBalance = ({ entries, subscription: { id } }: Draft): boolean =>
  entries.some(({ lines }) =>
    lines.some(({ account, amt }) => account.kind === 'service' && account.serviceId === id && Number(amt) !== 0),
  );

/** Columns that did not change are left out: to name one in UPDATE makes its triggers and foreign keys check it. */
function changeOf({ subscription, stored, context: { now, by } }: Draft): ServiceChange | undefined {
  const changed = BILLING_COLUMNS.filter((name) => COLUMNS[name](subscription) !== COLUMNS[name](stored.subscription));
  if (changed.length === 0) return undefined;
  const values: ServiceChange = Object.fromEntries(changed.map((name) => [name, COLUMNS[name](subscription)]));
  const times = { suspended_at: subscription.status === 'Suspend' ? now : null, status_at: now };
  return { ...values, ...('status' in values ? times : {}), updated_by: by };
}

/** Saves the changes that the ledger does not. */
export function saveServices({ tx }: Saving, { others }: ServiceChanges): void {
  if (others.size === 0) return;
  const rows = [...others].map(([id, change]) => ({ id, change }));
  const columns = [...new Set(rows.flatMap(({ change }) => Object.keys(change)))].sort();
  const listed = (of: string) =>
    join(
      columns.map((column) => raw(`${of}${column}`)),
      ', ',
    );
  send(
    tx,
    sql`UPDATE crm.service s SET updated_at = now(),
          (${listed('')}) = (SELECT ${listed('n.')} FROM jsonb_populate_record(s, d.change) n)
        FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS d (id int, change jsonb)
        WHERE s.id = d.id`,
  );
}
