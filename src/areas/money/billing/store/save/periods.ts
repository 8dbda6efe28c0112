import type { Tx } from '../../../../../db/database.ts';
import { send, sql } from '../../../../../db/sql.ts';
import { insert, json } from '../../../../../db/write.ts';
import { clampVolume } from '../../../usage/levels.ts';
import type { Draft } from '../../model/draft.ts';
import type { Period } from '../../model/subscription.ts';
import { idOf } from './saved-id.ts';
import type { Saving } from './saving.ts';

export const isNew = (period: Period): boolean => period.id === undefined;

/** Updates before inserts: new periods may take days that changed ones have given up. */
export function savePeriods({ tx, drafts, ids, volumes, ended }: Saving): void {
  updatePeriods(tx, drafts, ended);
  const opened = drafts.flatMap((draft) =>
    draft.subscription.periods.filter(isNew).map((period) => ({ period, draft })),
  );
  const rows = opened.map(({ period, draft }) => {
    const { subscription, context } = draft;
    const known = period === subscription.period ? volumes.get(draft) : undefined;
    const id = ids.next('crm.period');
    period.id = id;
    return {
      id,
      ispId: subscription.ispId,
      serviceId: subscription.id,
      planId: period.planId,
      subPlanId: period.subPlanId,
      sold: period.sold && json(period.sold),
      startsOn: period.startsOn,
      endsOn: period.endsOn,
      stub: period.stub,
      ofDays: period.ofDays,
      frozenDays: period.frozenDays,
      quotaBytes: known?.quotaBytes ?? null,
      carryoverBytes: known?.carryoverBytes ?? 0,
      openedAt: context.now,
      billedAt: period.billed ? context.now : null,
    };
  });
  insert(tx, 'crm.period', rows);
  savePromises(tx, drafts);
}

const nowOf = (drafts: readonly Draft[]): Date | undefined => drafts[0]?.context.now;

const stateOf = ({ startsOn, endsOn, frozenDays, billed, voided }: Period): string =>
  [startsOn, endsOn, frozenDays, billed, voided].join();

/** Also closes those that have ended, if what they used is known. */
function updatePeriods(tx: Tx, drafts: readonly Draft[], ended: Saving['ended']): void {
  const rows = drafts.flatMap((draft) => {
    const usage = ended.get(draft);
    return [...draft.stored.periods]
      .map(([period, before]) => ({ period, before, closed: period.id === usage?.periodId ? usage : undefined }))
      .filter(({ period, before, closed }) => closed || stateOf(period) !== stateOf(before))
      .map(({ period, closed }) => ({
        id: period.id,
        starts_on: period.startsOn,
        ends_on: period.endsOn,
        of_days: period.ofDays,
        frozen_days: period.frozenDays,
        billed: period.billed,
        voided: period.voided,
        used_bytes: closed ? String(clampVolume(closed.usedBytes)) : null,
      }));
  });
  if (rows.length === 0) return;
  send(
    tx,
    sql`UPDATE crm.period p SET starts_on = d.starts_on, ends_on = d.ends_on, of_days = d.of_days,
          frozen_days = d.frozen_days, billed_at = CASE WHEN d.billed THEN coalesce(p.billed_at, ${nowOf(drafts)}) END,
          voided_at = CASE WHEN d.voided THEN ${nowOf(drafts)}::timestamptz END,
          used_bytes = coalesce(d.used_bytes, p.used_bytes),
          closed_at = CASE WHEN d.used_bytes IS NULL THEN p.closed_at ELSE ${nowOf(drafts)}::timestamptz END
        FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS d (id integer, starts_on date, ends_on date,
          of_days integer, frozen_days integer, billed boolean, voided boolean, used_bytes bigint)
        WHERE p.id = d.id`,
  );
}

function savePromises(tx: Tx, drafts: readonly Draft[]): void {
  const rows = drafts.flatMap(({ promises, subscription, context }) =>
    promises.map(({ period, upto }) => ({
      serviceId: subscription.id,
      periodId: idOf(period),
      upto,
      createdBy: context.by,
    })),
  );
  insert(tx, 'crm.promise', rows);
}
