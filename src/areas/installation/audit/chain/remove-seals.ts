import type { Database } from '../../../../db/database.ts';
import { execute, query, sql } from '../../../../db/sql.ts';

/** Of one statement. */
const BATCH = 1_000;

/** Says of all chains that events from before then are missing by right. Before they are removed, so that no moment is wrong. */
export async function announceRemoval({ pool }: Pick<Database, 'pool'>, before: string): Promise<void> {
  await execute(
    pool,
    sql`UPDATE auth.audit_chain SET removed_before = b.instant FROM (SELECT ${before}::timestamp AT TIME ZONE 'UTC') AS b (instant)
        WHERE removed_before IS NULL OR removed_before < b.instant`,
  );
}

/** Removes the seals of events that are gone from the beginning of each chain, which keeps the head it goes on from. */
export async function removeSeals(
  { pool }: Pick<Database, 'pool'>,
  { before, throwIfAborted }: { readonly before: string; throwIfAborted(): void },
): Promise<void> {
  const chains = await query<{ id: number }>(pool, sql`SELECT isp_id AS id FROM auth.audit_chain ORDER BY 1`);
  for (const { id } of chains) {
    for (let removed = BATCH; removed === BATCH; ) {
      throwIfAborted();
      const [row] = await query<{ removed: number }>(
        pool,
        sql`SELECT auth.remove_seals(${id}, ${before}::timestamp AT TIME ZONE 'UTC', ${BATCH}) AS removed`,
      );
      removed = row?.removed ?? 0;
    }
  }
}
