import { servedBy } from '../../../areas/nas/serves.ts';
import { plainColumn, textColumn } from '../../../db/sql/columns.ts';
import { sql } from '../../../db/sql.ts';
import type { SessionRecord } from '../record/record.ts';

/**
 * Services that a NAS serves by their names, which are unique within an ISP whatever their case: $1 NASes, $2 usernames.
 */
export const SERVICES_STATEMENT = sql`
SELECT t.nas_id, t.username, s.id AS service_id, s.reseller_id
FROM unnest($1::int[], $2::text[]) AS t (nas_id, username)
JOIN radius.nas n ON n.id = t.nas_id
JOIN crm.service s ON s.isp_id = n.isp_id AND lower(s.username) = lower(t.username) AND s.deleted_at IS NULL
WHERE ${servedBy('n', sql`s.reseller_id`)}`.text;

export interface ServiceRow {
  readonly nas_id: number;
  readonly username: string;
  readonly service_id: number;
  readonly reseller_id: number | null;
}

/** Whether the NAS $1 serves the service $2. */
export const SERVED_STATEMENT = sql`
SELECT ${servedBy('n', sql`s.reseller_id`)} AS served FROM radius.nas n, crm.service s WHERE n.id = $1 AND s.id = $2`
  .text;

/** Records of services that memory does not know; the database may know them. */
export function withoutService(records: readonly SessionRecord[]): SessionRecord[] {
  return records.filter(({ serviceId, unserved, username }) => serviceId === null && !unserved && username !== '');
}

/** The values of `SERVICES_STATEMENT`. */
export function namesOf(records: readonly SessionRecord[]): string[] {
  return [plainColumn(records, ({ nasId }) => nasId), textColumn(records, ({ username }) => username)];
}

/** The records with the services that were found. */
export function withServices(records: readonly SessionRecord[], rows: readonly ServiceRow[]): SessionRecord[] {
  const found = new Map(rows.map((row) => [`${row.nas_id}\n${row.username}`, row]));
  return records.map((record) => {
    const row =
      record.serviceId === null && !record.unserved ? found.get(`${record.nasId}\n${record.username}`) : undefined;
    return row ? { ...record, serviceId: row.service_id, resellerId: row.reseller_id } : record;
  });
}
