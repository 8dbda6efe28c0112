import type { Tx } from '../../../../db/database.ts';
import { execute, query, sql, updateRows } from '../../../../db/sql.ts';
import { capsOf, volumeOf } from '../../../usage/caps.ts';
import { clampVolume } from '../../../usage/levels.ts';
import { type ClosedUsage, closePeriodUsages, openPeriodUsages } from '../../../usage/period.ts';
import { type EndedPeriod, type OpenTopup, type Rollover, rollOver, switchVolumes } from '../../../usage/rollover.ts';
import type { Draft } from '../../model/draft.ts';

interface UsageChange {
  readonly draft: Draft;
  readonly closed: ClosedUsage;
  readonly next: Rollover;
}

/** Closes the usage of the previous periods and opens that of the new ones. */
export async function saveUsage(tx: Tx, drafts: readonly Draft[]): Promise<void> {
  const affected = drafts.filter((draft) => draft.usage !== null);
  if (affected.length === 0) return;
  const ids = affected.map((draft) => draft.subscription.id).sort((one, other) => one - other);
  const [usages, quotas, topups] = await Promise.all([
    closePeriodUsages(tx, ids),
    readQuotas(tx, ids),
    readTopups(tx, ids),
  ]);
  const changes = affected.flatMap((draft): UsageChange[] => {
    const closed = usages.get(draft.subscription.id);
    if (!closed) return [];
    const quota = closed.periodId === null ? undefined : quotas.get(closed.periodId);
    const ended = endedOf(closed, quota, topups.get(draft.subscription.id) ?? []);
    return [{ draft, closed, next: usageAfter(draft, ended, quota?.data_carryover ?? false) }];
  });
  const opened = changes.map(({ draft, next }) => ({
    serviceId: draft.subscription.id,
    periodId: draft.subscription.period?.id ?? 0,
    caps: next.caps,
  }));
  await Promise.all([openPeriodUsages(tx, opened), savePeriodVolumes(tx, changes), saveTopupVolumes(tx, changes)]);
}

function usageAfter({ subscription, usage }: Draft, ended: EndedPeriod, carriesOver: boolean): Rollover {
  const { volumes } = subscription.offer;
  const caps = capsOf(volumes, volumeOf(volumes.bw1Gb));
  return usage === 'restart' ? rollOver(ended, caps, carriesOver) : switchVolumes(ended, caps);
}

interface Quota {
  id: number;
  quota_bytes: string | null;
  carryover_bytes: string;
  data_carryover: boolean;
}

async function readQuotas(tx: Tx, ids: readonly number[]): Promise<Map<number, Quota>> {
  const rows = await query<Quota>(
    tx,
    sql`SELECT p.id, p.quota_bytes::text AS quota_bytes, p.carryover_bytes::text AS carryover_bytes, l.data_carryover
        FROM radius.usage u JOIN crm.period p ON p.id = u.period_id JOIN crm.plan l ON l.id = p.plan_id
        WHERE u.service_id = ANY(${[...ids]}::int[])`,
  );
  return new Map(rows.map((row) => [row.id, row]));
}

async function readTopups(tx: Tx, ids: readonly number[]): Promise<Map<number, OpenTopup[]>> {
  const rows = await query<{ id: number; service_id: number; type: OpenTopup['type']; total: string; used: string }>(
    tx,
    sql`SELECT id, service_id, type, bytes_total::text AS total, bytes_used::text AS used FROM crm.topup
        WHERE service_id = ANY(${[...ids]}::int[]) AND ended_at IS NULL ORDER BY id`,
  );
  const grouped = new Map<number, OpenTopup[]>();
  for (const { id, service_id, type, total, used } of rows) {
    const topup = { id, type, bytesTotal: BigInt(total), bytesUsed: BigInt(used) };
    grouped.set(service_id, [...(grouped.get(service_id) ?? []), topup]);
  }
  return grouped;
}

function endedOf(closed: ClosedUsage, quota: Quota | undefined, topups: readonly OpenTopup[]): EndedPeriod {
  const carryoverBytes = BigInt(quota?.carryover_bytes ?? 0);
  const whole = quota?.quota_bytes;
  return {
    used: {
      level1: closed.level1Used,
      level2: closed.level2Used,
      level3: closed.usedBytes - closed.level1Used - closed.level2Used,
    },
    planBytes: whole === null ? null : BigInt(whole ?? 0) - carryoverBytes,
    carryoverBytes,
    topups,
  };
}

async function savePeriodVolumes(tx: Tx, changes: readonly UsageChange[]): Promise<void> {
  const now = changes[0]?.draft.context.now;
  const ended = changes.flatMap(({ closed }) =>
    closed.periodId === null ? [] : [{ id: closed.periodId, used_bytes: String(clampVolume(closed.usedBytes)) }],
  );
  const volumes = changes.map(({ draft, next }) => ({
    id: draft.subscription.period?.id,
    quota_bytes: next.quotaBytes,
    carryover_bytes: next.carryoverBytes,
  }));
  const closing = execute(
    tx,
    sql`UPDATE crm.period p SET used_bytes = d.used_bytes, closed_at = ${now}::timestamptz
        FROM jsonb_to_recordset(${JSON.stringify(ended)}::jsonb) AS d (id integer, used_bytes bigint) WHERE p.id = d.id`,
  );
  await Promise.all([closing, updateRows(tx, 'crm.period', volumes)]);
}

async function saveTopupVolumes(tx: Tx, changes: readonly UsageChange[]): Promise<void> {
  const rows = changes.flatMap(({ draft, next }) =>
    next.topups.map(({ id, bytesUsed, ended }) => ({
      id,
      bytes_used: bytesUsed,
      ended_at: ended ? draft.context.now : null,
    })),
  );
  await updateRows(tx, 'crm.topup', rows);
}
