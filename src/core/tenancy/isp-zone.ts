import type { Tx } from '../../db/database.ts';
import { query, sql } from '../../db/sql.ts';

/** IANA name of the time zone that an ISP's days are counted in. */
export async function zoneOfIsp(tx: Tx, ispId: number): Promise<string> {
  const [setting] = await query<{ timezone: string }>(
    tx,
    sql`SELECT timezone FROM crm.isp_setting WHERE isp_id = ${ispId}`,
  );
  if (!setting) throw new Error(`ISP ${ispId} has no settings`);
  return setting.timezone;
}
