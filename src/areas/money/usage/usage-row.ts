import type { Tx } from '../../../db/database.ts';
import { query, type Sql, sql } from '../../../db/sql.ts';
import { clampCounter, levelOf, type Usage } from './levels.ts';

/** A row of `radius.usage`: the open period of a service. */
export interface StoredUsage extends Usage {
  readonly serviceId: number;
  /** Null: no period was ever opened. */
  readonly periodId: number | null;
  readonly inBytes: bigint;
  readonly outBytes: bigint;
  /** Of the row: another one after each update, whatever it changed. */
  readonly version: string;
}

export interface UsageRow {
  readonly service_id: number;
  readonly period_id: number | null;
  readonly up: string;
  readonly down: string;
  readonly level1: string | null;
  readonly level2: string | null;
  readonly level3: string | null;
  readonly used1: string;
  readonly used2: string;
  readonly version: string;
}

/** The columns of a `UsageRow`, of a table `u`. */
export const USAGE = sql`u.service_id, u.period_id, u.in_bytes::text AS up, u.out_bytes::text AS down, u.level1_bytes::text AS level1,
  u.level2_bytes::text AS level2, u.level3_bytes::text AS level3, u.level1_used::text AS used1, u.level2_used::text AS used2,
  u.xmin::text AS version`;

export async function lockUsage(tx: Tx, serviceId: number): Promise<StoredUsage> {
  const [usage] = await lockUsages(tx, [serviceId]);
  if (!usage) throw new Error(`service ${serviceId} has no row of usage`);
  return usage;
}

/** Locks the rows in the order in which accounting locks them, by service id. */
export async function lockUsages(tx: Tx, serviceIds: readonly number[]): Promise<StoredUsage[]> {
  const rows = await query<UsageRow>(
    tx,
    sql`SELECT ${USAGE} FROM radius.usage u
        WHERE u.service_id = ANY(${[...serviceIds]}::int[]) ORDER BY u.service_id FOR UPDATE`,
  );
  return rows.map(storedOf);
}

/** Locks the row of a service `s`; undefined if none meets the condition. */
export async function lockUsageWhere(tx: Tx, where: Sql): Promise<StoredUsage | undefined> {
  const [row] = await query<UsageRow>(
    tx,
    sql`SELECT ${USAGE} FROM radius.usage u WHERE u.service_id = (SELECT s.id FROM crm.service s WHERE ${where}) FOR UPDATE`,
  );
  return row && storedOf(row);
}

export function storedOf(row: UsageRow): StoredUsage {
  const inBytes = BigInt(row.up);
  const outBytes = BigInt(row.down);
  return {
    serviceId: row.service_id,
    periodId: row.period_id,
    inBytes,
    outBytes,
    usedBytes: inBytes + outBytes,
    caps: { level1: toVolume(row.level1), level2: toVolume(row.level2), level3: toVolume(row.level3) },
    level1Used: BigInt(row.used1),
    level2Used: BigInt(row.used2),
    version: row.version,
  };
}

function toVolume(text: string | null): bigint | null {
  return text === null ? null : BigInt(text);
}

/** Counters and volumes, and the level that follows from them. */
export function updateOfUsage(usage: StoredUsage): Sql {
  const { level, exhausted } = levelOf(usage);
  return sql`UPDATE radius.usage SET in_bytes = ${usage.inBytes}, out_bytes = ${usage.outBytes},
          level1_bytes = ${usage.caps.level1}, level1_used = ${clampCounter(usage.level1Used)}, level2_used = ${clampCounter(usage.level2Used)},
          bw_level = ${level}, exhausted = ${exhausted}, updated_at = now()
        WHERE service_id = ${usage.serviceId}`;
}
