import { query, type Runner, sql } from '../db/sql.ts';

/** IANA name of the zone that an ISP's days are counted in. Nobody else's will do: the server administrator has none. */
export async function zoneOfIsp(on: Runner, ispId: number): Promise<string> {
  const [row] = await query<{ timezone: string }>(
    on,
    sql`SELECT timezone FROM crm.isp_setting WHERE isp_id = ${ispId}`,
  );
  return row?.timezone ?? 'UTC';
}
