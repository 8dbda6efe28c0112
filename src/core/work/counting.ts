import type { Database } from '../../db/database.ts';
import { execute, query, type Sql, sql } from '../../db/sql.ts';
import type { Kernel } from '../kernel.ts';

/** The last time that something was done which takes longer the larger the installation is. Kept in `crm.setting`. */
interface CostlyRun {
  readonly at: Date;
  /** How long it took. */
  readonly ms: number;
}

/** It takes at most this part of the time. What is short is done whenever it is asked for. */
const SHARE = 1 / 20;
const SHORT_MS = 1_000;

/** Whether it would take more than its share of the time to do it again already. */
function isTooSoon(last: CostlyRun | undefined, now: Date): boolean {
  if (!last || last.ms <= SHORT_MS) return false;
  const age = now.getTime() - last.at.getTime();
  return age >= 0 && age < last.ms / SHARE;
}

async function lastRun({ pool }: Pick<Database, 'pool'>, setting: string): Promise<CostlyRun | undefined> {
  const [row] = await query<{ at: string | null; ms: number | null }>(
    pool,
    sql`SELECT value ->> 'at' AS at, (value ->> 'ms')::float8 AS ms FROM crm.setting WHERE key = ${setting}`,
  );
  return row?.at ? { at: new Date(row.at), ms: row.ms ?? 0 } : undefined;
}

async function noteRun({ pool }: Pick<Database, 'pool'>, setting: string, { at, ms }: CostlyRun): Promise<void> {
  const value = JSON.stringify({ at: at.toISOString(), ms: Math.round(ms) });
  await execute(
    pool,
    sql`INSERT INTO crm.setting (key, value) VALUES (${setting}, ${value}::jsonb)
        ON CONFLICT (key) DO UPDATE SET value = excluded.value, updated_at = now()`,
  );
}

/** The settings that say when each tally was counted. */
const SETTING = {
  services: 'services_counted_at',
  renewals: 'renewals_counted_at',
  sessions: 'sessions_counted_at',
} as const;

type Tally = keyof typeof SETTING;

/** Counts anew, unless that would take more than its share of the time: then the tally is older, and its time is shown. */
export async function count(
  { db, clock }: Pick<Kernel, 'db' | 'clock'>,
  tally: Tally,
  statement: (at: Date) => Sql,
): Promise<void> {
  const at = clock.now();
  if (isTooSoon(await lastRun(db, SETTING[tally]), at)) return;
  const began = performance.now();
  await withoutTimeLimit(db, statement(at));
  await noteRun(db, SETTING[tally], { at, ms: performance.now() - began });
}

/** Null before the first count. */
export async function countedAt(db: Pick<Database, 'pool'>, tally: Tally): Promise<Date | null> {
  return (await lastRun(db, SETTING[tally]))?.at ?? null;
}

/** Up to when the counts of sessions know what was heard of NASes: now, unless the last count is older. */
export async function heardUpto(db: Pick<Database, 'pool'>, now: Date): Promise<Date> {
  const counted = await countedAt(db, 'sessions');
  return counted && counted < now ? counted : now;
}

async function withoutTimeLimit({ pool }: Pick<Database, 'pool'>, statement: Sql): Promise<void> {
  const client = await pool.connect();
  let failure: Error | undefined;
  try {
    await client.query('BEGIN');
    await client.query('SET LOCAL statement_timeout = 0');
    await execute(client, statement);
    await client.query('COMMIT');
  } catch (error) {
    failure = error instanceof Error ? error : new Error(String(error));
    throw error;
  } finally {
    client.release(failure); // closed after a failure, so its transaction ends
  }
}
