import { execute, query, type Runner, sql } from '../../../db/sql.ts';

/** An ISP that is here no more, and the file that has its rows as they were removed. */
export interface Removal {
  readonly removedAt: Date;
  /** `sha256` of its contents, as `readBackup` has it. */
  readonly fileSha256: string;
}

/** The last removal of the ISP; undefined if it is here, or never was. */
export async function removalOf(on: Runner, ispId: number): Promise<Removal | undefined> {
  const [removal] = await query<Removal>(
    on,
    sql`SELECT removed_at AS "removedAt", file_sha256 AS "fileSha256" FROM crm.tenant_removal WHERE isp_id = ${ispId}`,
  );
  return removal;
}

/** @param on the transaction that removes its rows */
export async function noteRemoval(on: Runner, ispId: number, fileSha256: string): Promise<void> {
  await execute(
    on,
    // Not when the transaction began: later than the last change of the ISP, by which nodes know that none was lost.
    sql`INSERT INTO crm.tenant_removal (isp_id, file_sha256, removed_at) VALUES (${ispId}, ${fileSha256}, clock_timestamp())
        ON CONFLICT (isp_id) DO UPDATE SET file_sha256 = excluded.file_sha256, removed_at = excluded.removed_at`,
  );
}

/** @param on the transaction that brings the ISP back */
export async function forgetRemoval(on: Runner, ispId: number): Promise<void> {
  await execute(on, sql`DELETE FROM crm.tenant_removal WHERE isp_id = ${ispId}`);
}
