import { MAX_VOLUME_BYTES } from '../../../areas/money/usage/levels.ts';
import { query, type Runner, sql } from '../../../db/sql.ts';

/**
 * What is left until the access of these services ends, over all their bandwidth levels, in bytes, at least 1. A service is
 * missing whose volume has no end: a level is unlimited.
 */
export async function readVolumeLeft(on: Runner, services: readonly number[]): Promise<Map<number, bigint>> {
  const rows = await query<{ id: number; volume: string }>(
    on,
    sql`SELECT u.service_id AS id, least(greatest(
          greatest(u.level1_bytes - u.level1_used, 0)::numeric + greatest(u.level2_bytes - u.level2_used, 0)
          + greatest(u.level3_bytes - (u.in_bytes::numeric + u.out_bytes - u.level1_used - u.level2_used), 0), 1), ${MAX_VOLUME_BYTES}::bigint)::text AS volume
        FROM radius.usage u
        WHERE u.service_id = ANY(${services}::int[]) AND u.level1_bytes IS NOT NULL AND u.level2_bytes IS NOT NULL
          AND u.level3_bytes IS NOT NULL`,
  );
  return new Map(rows.map(({ id, volume }) => [id, BigInt(volume)]));
}
