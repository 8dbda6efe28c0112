import { Fault } from '../../../core/fault.ts';
import type { Tx } from '../../../db/database.ts';
import { execute, query, sql } from '../../../db/sql.ts';
import type { AuthorCall } from '../author.ts';

const DAY_MS = 24 * 3_600_000;
const MB = 1024 * 1024;

/**
 * How much an ISP keeps and one author uploads in a day is bounded. Uploads of an ISP wait for each other here, until the commit: so
 * two at once cannot exceed it together.
 * @param size of the new file, in bytes; 0 if that is not known yet
 * @throws Fault of kind `conflict` when the ISP has no room, `tooMany` when the author has uploaded enough
 */
export async function refuseBeyondQuota(tx: Tx, call: AuthorCall, ispId: number, size: number): Promise<void> {
  const { quotaBytes, uploadsADay } = call.kernel.config.files;
  if (size > 0) await execute(tx, sql`SELECT pg_advisory_xact_lock(hashtextextended(${`crm.file ${ispId}`}, 0))`);
  const kept = await numberOf(
    tx,
    sql`SELECT coalesce(sum(f.size), 0)::float8 AS value FROM crm.file f WHERE f.isp_id = ${ispId} AND f.deleted_at IS NULL`,
  );
  if (kept + size > quotaBytes || kept >= quotaBytes)
    throw new Fault('conflict', `the ISP keeps ${quotaBytes / MB} MB of documents at most; delete some first`);
  const since = new Date(call.kernel.clock.now().getTime() - DAY_MS);
  const uploaded = await numberOf(
    tx,
    sql`SELECT count(*)::float8 AS value FROM crm.file f
        WHERE f.isp_id = ${ispId} AND f.created_by = ${call.scope.by} AND f.created_at > ${since}`,
  );
  if (uploaded >= uploadsADay)
    throw new Fault('tooMany', `you have uploaded ${uploadsADay} documents in 24 hours; try again tomorrow`, {
      retryAfterS: 3_600,
    });
}

async function numberOf(tx: Tx, statement: ReturnType<typeof sql>): Promise<number> {
  const [row] = await query<{ value: number }>(tx, statement);
  return row?.value ?? 0;
}
