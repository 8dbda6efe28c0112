import type { Database } from '../../../../db/database.ts';
import { query, type Sql, sql } from '../../../../db/sql.ts';

export interface Logo {
  readonly mediaType: string;
  readonly content: Buffer;
}

/** Where a version of the logo of an ISP is served; empty: it has none. */
export const logoPath = (ispId: number, version: string): string => (version === '' ? '' : `/logo/${ispId}/${version}`);

/** The same in SQL, of the settings `t`. */
export const LOGO_PATH: Sql = sql`CASE WHEN t.logo = '' THEN '' ELSE '/logo/' || t.isp_id || '/' || t.logo END`;

/** The logo of an ISP; of a version, if only that is wanted. */
export async function readLogo(
  { pool }: Pick<Database, 'pool'>,
  ispId: number,
  version?: string,
): Promise<Logo | undefined> {
  const [logo] = await query<Logo>(
    pool,
    sql`SELECT l.media_type AS "mediaType", l.content FROM crm.isp_logo l
        JOIN crm.isp i ON i.id = l.isp_id JOIN crm.isp_setting t ON t.isp_id = l.isp_id
        WHERE l.isp_id = ${ispId} AND i.deleted_at IS NULL AND (${version ?? null}::text IS NULL OR t.logo = ${version ?? null})`,
  );
  return logo;
}
