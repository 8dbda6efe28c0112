import type { Database } from '../../db/database.ts';
import { execute, query, sql } from '../../db/sql.ts';

/** The last time that something was done which takes longer the larger the installation is. Kept in `crm.setting`. */
export interface CostlyRun {
  readonly at: Date;
  /** How long it took. */
  readonly ms: number;
}

/** It takes at most this part of the time. What is short is done whenever it is asked for. */
const SHARE = 1 / 20;
const SHORT_MS = 1_000;

/** Whether it would take more than its share of the time to do it again already. */
export function isTooSoon(last: CostlyRun | undefined, now: Date): boolean {
  if (!last || last.ms <= SHORT_MS) return false;
  const age = now.getTime() - last.at.getTime();
  return age >= 0 && age < last.ms / SHARE;
}

export async function lastRun({ pool }: Pick<Database, 'pool'>, setting: string): Promise<CostlyRun | undefined> {
  const [row] = await query<{ at: string | null; ms: number | null }>(
    pool,
    sql`SELECT value ->> 'at' AS at, (value ->> 'ms')::float8 AS ms FROM crm.setting WHERE key = ${setting}`,
  );
  return row?.at ? { at: new Date(row.at), ms: row.ms ?? 0 } : undefined;
}

export async function noteRun({ pool }: Pick<Database, 'pool'>, setting: string, { at, ms }: CostlyRun): Promise<void> {
  const value = JSON.stringify({ at: at.toISOString(), ms: Math.round(ms) });
  await execute(
    pool,
    sql`INSERT INTO crm.setting (key, value) VALUES (${setting}, ${value}::jsonb)
        ON CONFLICT (key) DO UPDATE SET value = excluded.value, updated_at = now()`,
  );
}
