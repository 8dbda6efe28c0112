import type { Tx } from '../../db/database.ts';
import { execute, query, sql } from '../../db/sql.ts';
import { type Caps, drain, levelOf, nothingUsed, pour, saturated, type Usage, widenLevelOne } from './levels.ts';

/**
 * The usage of the open period of a service, in `radius.usage`. Whoever changes it locks the row first, so that accounting
 * counts before or after. Where level or exhaustion change, the database has the live session moved.
 */

interface Opening {
  readonly serviceId: number;
  readonly periodId: number;
  readonly caps: Caps;
}

/** What a period used. */
export interface ClosedUsage {
  /** Null: no period was ever opened. */
  readonly periodId: number | null;
  readonly usedBytes: bigint;
  readonly level1Used: bigint;
  readonly level2Used: bigint;
  /** The volumes it had, top-ups included. */
  readonly caps: Caps;
}

interface Stored extends Usage {
  readonly periodId: number | null;
  readonly inBytes: bigint;
  readonly outBytes: bigint;
}

/**
 * Records may reach the day they belong to a week late (`event-time.ts`), and days end elsewhere at another time: what is
 * counted from now on is of these days or later.
 */
const DAYS_BACK = 9;

/** Counts a new period from nothing, at level 1, with these volumes. */
export async function openUsage(tx: Tx, opening: Opening): Promise<void> {
  await lockUsage(tx, opening.serviceId);
  await openUsages(tx, [opening]);
}

/** The same for many services whose rows are locked (`closeUsages`). */
export async function openUsages(tx: Tx, openings: readonly Opening[]): Promise<void> {
  const rows = openings.map(({ serviceId, periodId, caps }) => {
    const { level, exhausted } = levelOf(nothingUsed(caps));
    const volumes = { level1: caps.level1, level2: caps.level2, level3: caps.level3 };
    return { service_id: serviceId, period_id: periodId, level, exhausted, ...volumes };
  });
  const given = JSON.stringify(rows, (_, value) => (typeof value === 'bigint' ? String(value) : value));
  await execute(
    tx,
    sql`UPDATE radius.usage u SET period_id = o.period_id, in_bytes = 0, out_bytes = 0, listed_bytes = 0,
          level1_bytes = o.level1, level2_bytes = o.level2, level3_bytes = o.level3, level1_used = 0, level2_used = 0,
          bw_level = o.level, exhausted = o.exhausted, updated_at = now(),
          counted_from = base.since, base_in_bytes = base.up, base_out_bytes = base.down
        FROM jsonb_to_recordset(${given}::jsonb) AS o (service_id integer, period_id integer, level smallint,
          exhausted boolean, level1 bigint, level2 bigint, level3 bigint)
        CROSS JOIN LATERAL (
          SELECT since, coalesce(sum(d.in_bytes), 0) AS up, coalesce(sum(d.out_bytes), 0) AS down
          FROM (SELECT (now() AT TIME ZONE 'UTC')::date - ${DAYS_BACK}::int AS since) day
          LEFT JOIN radius.daily_usage d ON d.service_id = o.service_id AND d.day >= since
          GROUP BY since
        ) base
        WHERE u.service_id = o.service_id`,
  );
}

/**
 * What the period has used so far. Nothing more is counted until the transaction ends, so that a period that opens in it
 * begins where this one ended.
 */
export async function closeUsage(tx: Tx, serviceId: number): Promise<ClosedUsage> {
  return closedOf(await lockUsage(tx, serviceId));
}

/** The same for many services at once, by their ids. */
export async function closeUsages(tx: Tx, serviceIds: readonly number[]): Promise<Map<number, ClosedUsage>> {
  const rows = await readUsages(tx, serviceIds);
  return new Map(rows.map((row) => [row.service_id, closedOf(storedOf(row))]));
}

const closedOf = ({ periodId, usedBytes, level1Used, level2Used, caps }: Stored): ClosedUsage => ({
  periodId,
  usedBytes,
  level1Used,
  level2Used,
  caps,
});

/** A top-up: so many bytes more at level 1, to which the service comes back at once. */
export async function addLevelOne(tx: Tx, serviceId: number, bytes: bigint): Promise<void> {
  const usage = await lockUsage(tx, serviceId);
  await store(tx, serviceId, { ...usage, ...widenLevelOne(usage, bytes) });
}

/**
 * Counts the period again from what accounting recorded by day. Nothing changes unless the counters had drifted; then the
 * difference is put in where usage stands now, or taken back from there.
 */
export async function recountUsage(tx: Tx, serviceId: number): Promise<void> {
  const usage = await lockUsage(tx, serviceId);
  const [counted] = await query<{ up: string; down: string }>(
    tx,
    sql`SELECT greatest(coalesce(sum(d.in_bytes), 0) - u.base_in_bytes, 0) AS up,
          greatest(coalesce(sum(d.out_bytes), 0) - u.base_out_bytes, 0) AS down
        FROM radius.usage u LEFT JOIN (
          SELECT day, in_bytes, out_bytes FROM radius.daily_usage WHERE service_id = ${serviceId}
          UNION ALL SELECT day, in_bytes, out_bytes FROM crm_archive.usage_day WHERE service_id = ${serviceId}
        ) d ON d.day >= coalesce(u.counted_from, '-infinity')
        WHERE u.service_id = ${serviceId} GROUP BY u.base_in_bytes, u.base_out_bytes`,
  );
  const inBytes = saturated(BigInt(counted?.up ?? 0));
  const outBytes = saturated(BigInt(counted?.down ?? 0));
  const more = inBytes + outBytes - usage.usedBytes;
  const right = more >= 0n ? pour(usage, more) : drain(usage, -more);
  await store(tx, serviceId, { ...usage, ...right, inBytes, outBytes });
}

interface Row {
  readonly service_id: number;
  readonly period_id: number | null;
  readonly up: string;
  readonly down: string;
  readonly level1: string | null;
  readonly level2: string | null;
  readonly level3: string | null;
  readonly used1: string;
  readonly used2: string;
}

async function lockUsage(tx: Tx, serviceId: number): Promise<Stored> {
  const [row] = await readUsages(tx, [serviceId]);
  if (!row) throw new Error(`service ${serviceId} has no row of usage`);
  return storedOf(row);
}

/** Locked, in the order in which accounting locks them. */
function readUsages(tx: Tx, serviceIds: readonly number[]): Promise<Row[]> {
  return query<Row>(
    tx,
    sql`SELECT service_id, period_id, in_bytes::text AS up, out_bytes::text AS down, level1_bytes::text AS level1,
          level2_bytes::text AS level2, level3_bytes::text AS level3, level1_used::text AS used1, level2_used::text AS used2
        FROM radius.usage WHERE service_id = ANY(${[...serviceIds]}::int[]) ORDER BY service_id FOR UPDATE`,
  );
}

function storedOf(row: Row): Stored {
  const inBytes = BigInt(row.up);
  const outBytes = BigInt(row.down);
  return {
    periodId: row.period_id,
    inBytes,
    outBytes,
    usedBytes: inBytes + outBytes,
    caps: { level1: volume(row.level1), level2: volume(row.level2), level3: volume(row.level3) },
    level1Used: BigInt(row.used1),
    level2Used: BigInt(row.used2),
  };
}

function volume(text: string | null): bigint | null {
  return text === null ? null : BigInt(text);
}

async function store(tx: Tx, serviceId: number, usage: Stored): Promise<void> {
  const { level, exhausted } = levelOf(usage);
  await execute(
    tx,
    sql`UPDATE radius.usage SET in_bytes = ${usage.inBytes}, out_bytes = ${usage.outBytes},
          level1_bytes = ${usage.caps.level1}, level1_used = ${saturated(usage.level1Used)}, level2_used = ${saturated(usage.level2Used)},
          bw_level = ${level}, exhausted = ${exhausted}, updated_at = now()
        WHERE service_id = ${serviceId}`,
  );
}
