import type { Tx } from '../../../db/database.ts';
import { execute, type Sql, sql } from '../../../db/sql.ts';
import { MAX_LATE_DAYS } from './late-records.ts';
import { type Caps, levelOf, MAX_VOLUME_BYTES, nothingUsed } from './levels.ts';
import { lockUsage, lockUsages, type StoredUsage } from './usage-row.ts';

/**
 * The usage of the open period of a service, in `radius.usage`. Every change locks the row first, so that accounting counts
 * either before or after it. When level or exhaustion changes, a trigger has the live session refreshed.
 */

interface Opening {
  readonly serviceId: number;
  readonly periodId: number;
  readonly caps: Caps;
  /** Of the usage of the period that ends, if it was read without a lock. Where it is another by now, that is a conflict. */
  readonly version?: string | undefined;
}

/** The usage of a period that ends. */
export interface ClosedUsage {
  /** Null: no period was ever opened. */
  readonly periodId: number | null;
  readonly usedBytes: bigint;
  readonly level1Used: bigint;
  readonly level2Used: bigint;
  /** Its volumes, top-ups included. */
  readonly caps: Caps;
}

/** Starts a period with these volumes: nothing used, at level 1. */
export async function openPeriodUsage(tx: Tx, opening: Opening): Promise<void> {
  await lockUsage(tx, opening.serviceId);
  await execute(tx, openingOf([opening]));
}

/** The same for many services, whose rows must be locked (`closingOf`, `closePeriodUsages`) or come with the version that was read. */
export function openingOf(openings: readonly Opening[]): Sql {
  const rows = openings.map(({ serviceId, periodId, caps, version }) => {
    const { level, exhausted } = levelOf(nothingUsed(caps));
    const volumes = { level1: caps.level1, level2: caps.level2, level3: caps.level3 };
    return { service_id: serviceId, period_id: periodId, level, exhausted, ...volumes, version };
  });
  const given = JSON.stringify(rows, (_, value) => (typeof value === 'bigint' ? String(value) : value));
  return sql`UPDATE radius.usage u SET period_id = o.period_id, out_bytes = 0, listed_bytes = 0,
          in_bytes = CASE WHEN o.version <> u.xmin::text THEN radius.usage_moved(u.service_id) ELSE 0 END,
          level1_bytes = o.level1, level2_bytes = o.level2, level3_bytes = o.level3, level1_used = 0, level2_used = 0,
          bw_level = o.level, exhausted = o.exhausted, updated_at = now(),
          counted_from = base.since, base_in_bytes = base.up, base_out_bytes = base.down
        FROM jsonb_to_recordset(${given}::jsonb) AS o (service_id integer, period_id integer, level smallint,
          exhausted boolean, level1 bigint, level2 bigint, level3 bigint, version text)
        CROSS JOIN LATERAL (
          SELECT since, coalesce(sum(d.in_bytes), 0) AS up, coalesce(sum(d.out_bytes), 0) AS down
          FROM (SELECT (now() AT TIME ZONE 'UTC')::date - ${MAX_LATE_DAYS}::int AS since) day
          LEFT JOIN radius.daily_usage d ON d.service_id = o.service_id AND d.day >= since
          GROUP BY since
        ) base
        WHERE u.service_id = o.service_id`;
}

/** Closes the open periods of services with what they have used, as `closePeriodUsages` and an update would. */
export function closingOf(serviceIds: readonly number[], now: Date): Sql {
  return sql`UPDATE crm.period p
        SET used_bytes = least(u.in_bytes::numeric + u.out_bytes, ${MAX_VOLUME_BYTES}::numeric)::bigint, closed_at = ${now}::timestamptz
        FROM (SELECT period_id, in_bytes, out_bytes FROM radius.usage WHERE service_id = ANY(${[...serviceIds]}::int[])
          ORDER BY service_id FOR UPDATE) u
        WHERE p.id = u.period_id`;
}

/**
 * What the period has used. Accounting counts nothing more until the transaction ends, so that a period opened in it starts
 * exactly where this one ended.
 */
export async function closePeriodUsage(tx: Tx, serviceId: number): Promise<ClosedUsage> {
  return closedOf(await lockUsage(tx, serviceId));
}

/** The same for many services at once, by their ids. */
export async function closePeriodUsages(tx: Tx, serviceIds: readonly number[]): Promise<Map<number, ClosedUsage>> {
  const usages = await lockUsages(tx, serviceIds);
  return new Map(usages.map((usage) => [usage.serviceId, closedOf(usage)]));
}

const closedOf = ({ periodId, usedBytes, level1Used, level2Used, caps }: StoredUsage): ClosedUsage => ({
  periodId,
  usedBytes,
  level1Used,
  level2Used,
  caps,
});

/** Adds a top-up's volume to level 1, and takes the service back to level 1. An unlimited level stays unlimited. */
export function addLevel1Volume(serviceId: number, bytes: bigint): Sql {
  const level1 = sql`least(level1_bytes::numeric + ${bytes}::numeric, ${MAX_VOLUME_BYTES}::numeric)`;
  const hasRoom = sql`(level1_bytes IS NULL OR ${level1} > level1_used)`;
  return sql`UPDATE radius.usage SET level1_bytes = CASE WHEN level1_bytes IS NOT NULL THEN ${level1} END,
          bw_level = CASE WHEN ${hasRoom} THEN 1 ELSE bw_level END, exhausted = exhausted AND NOT ${hasRoom}, updated_at = now()
        WHERE service_id = ${serviceId}`;
}
