import type { Kernel } from '../../core/kernel.ts';
import type { Database } from '../../db/database.ts';
import { execute, query, type Sql, sql } from '../../db/sql.ts';

/** The settings that say when each tally was counted. */
const SETTING = {
  services: 'services_counted_at',
  renewals: 'renewals_counted_at',
  sessions: 'sessions_counted_at',
} as const;

type Tally = keyof typeof SETTING;

interface Counted {
  readonly at: Date;
  /** How long it took. */
  readonly ms: number;
}

/** Counting takes at most this part of the time, so in a large installation tallies are older, and their time is shown. */
const SHARE = 1 / 20;
const SHORT_MS = 1_000;

/** Counts anew, unless the last count is so recent that this one would take more than its share. */
export async function count(
  { db, clock }: Pick<Kernel, 'db' | 'clock'>,
  tally: Tally,
  statement: (at: Date) => Sql,
): Promise<void> {
  const at = clock.now();
  const last = await lastCount(db, tally);
  if (last && last.ms > SHORT_MS && isWithin(last, at)) return;
  const began = performance.now();
  await withoutTimeLimit(db, statement(at));
  await note(db, tally, { at, ms: Math.round(performance.now() - began) });
}

function isWithin(last: Counted, now: Date): boolean {
  const age = now.getTime() - last.at.getTime();
  return age >= 0 && age < last.ms / SHARE;
}

/** Null before the first count. */
export async function countedAt(db: Pick<Database, 'pool'>, tally: Tally): Promise<Date | null> {
  return (await lastCount(db, tally))?.at ?? null;
}

async function lastCount({ pool }: Pick<Database, 'pool'>, tally: Tally): Promise<Counted | undefined> {
  const [row] = await query<{ at: string | null; ms: number | null }>(
    pool,
    sql`SELECT value ->> 'at' AS at, (value ->> 'ms')::float8 AS ms FROM crm.setting WHERE key = ${SETTING[tally]}`,
  );
  return row?.at ? { at: new Date(row.at), ms: row.ms ?? 0 } : undefined;
}

async function note({ pool }: Pick<Database, 'pool'>, tally: Tally, { at, ms }: Counted): Promise<void> {
  const value = JSON.stringify({ at: at.toISOString(), ms });
  await execute(
    pool,
    sql`INSERT INTO crm.setting (key, value) VALUES (${SETTING[tally]}, ${value}::jsonb)
        ON CONFLICT (key) DO UPDATE SET value = excluded.value, updated_at = now()`,
  );
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
