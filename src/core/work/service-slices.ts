import type { Database } from '../../db/database.ts';
import { execute, query, sql } from '../../db/sql.ts';

/** Services with an id above `after`, up to and with `upto`. */
export interface ServiceSlice {
  readonly after: number;
  readonly upto: number;
}

interface Sizes {
  /** Services of a slice. Default 100,000. */
  readonly services?: number;
  /** A run begins no further slice after so many milliseconds. Default 1,000. */
  readonly budgetMs?: number;
}

/** Of a column of 32 bits. */
const MAX_ID = 2_147_483_647;

interface Position {
  /** Id of the last service that was looked at. */
  readonly after: number;
  /** What follows it has failed once. */
  readonly hasFailed: boolean;
}

/**
 * Looks at all services, some at a time: a run takes as many slices as fit into its time, and the next one goes on there. So a run
 * takes as long in a large installation as in a small one, and it is the round that takes longer. A slice that fails ends the run
 * and is repeated by the next; if it fails again it is left to the next round, so that it keeps none of those after it waiting.
 * @param setting of `crm.setting`, where the position is kept
 */
export async function inServiceSlices(
  db: Pick<Database, 'pool'>,
  setting: string,
  work: (slice: ServiceSlice) => Promise<void>,
  { services = 100_000, budgetMs = 1_000 }: Sizes = {},
): Promise<void> {
  const until = performance.now() + budgetMs;
  const begin = await positionOf(db, setting);
  let { after } = begin;
  do {
    const upto = await endOfSlice(db, after, services);
    const next = upto === MAX_ID ? 0 : upto;
    try {
      await work({ after, upto });
    } catch (error) {
      const isRepeated = begin.hasFailed && after === begin.after;
      await savePosition(db, setting, isRepeated ? { after: next, hasFailed: false } : { after, hasFailed: true });
      throw error;
    }
    after = next;
  } while (after > 0 && performance.now() < until);
  if (after !== begin.after || begin.hasFailed) await savePosition(db, setting, { after, hasFailed: false });
}

async function positionOf({ pool }: Pick<Database, 'pool'>, setting: string): Promise<Position> {
  const [row] = await query<Position>(
    pool,
    sql`SELECT (value ->> 'after')::int AS after, coalesce((value ->> 'hasFailed')::bool, false) AS "hasFailed"
        FROM crm.setting WHERE key = ${setting}`,
  );
  return row ?? { after: 0, hasFailed: false };
}

async function savePosition({ pool }: Pick<Database, 'pool'>, setting: string, position: Position): Promise<void> {
  await execute(
    pool,
    sql`INSERT INTO crm.setting (key, value) VALUES (${setting}, ${JSON.stringify(position)}::jsonb)
        ON CONFLICT (key) DO UPDATE SET value = excluded.value, updated_at = now()`,
  );
}

async function endOfSlice({ pool }: Pick<Database, 'pool'>, after: number, services: number): Promise<number> {
  const [last] = await query<{ id: number }>(
    pool,
    sql`SELECT id FROM crm.service WHERE id > ${after} ORDER BY id OFFSET ${services - 1} LIMIT 1`,
  );
  return last?.id ?? MAX_ID;
}
