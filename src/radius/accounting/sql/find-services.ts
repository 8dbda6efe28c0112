import { servedBy } from '../../../areas/network/nas/serves.ts';
import { RowParameters } from '../../../db/sql/row-parameters.ts';
import { sql } from '../../../db/sql.ts';
import type { SessionRecord } from '../record/record.ts';

const NAMES = new RowParameters<SessionRecord>([
  ['nas_id', 'int', ({ nasId }) => nasId],
  ['username', 'text', ({ username }) => username],
]);

/** The NAS `n` serves the service `s`. */
const IS_SERVED = servedBy('n', sql`s.reseller_id`).text;

/** The services of usernames, which are unique within an ISP regardless of case, as far as the NAS serves them. */
export const SERVICES_STATEMENT = `
SELECT r.nas_id, r.username, s.id AS service_id, s.reseller_id
FROM ${NAMES.unnest('r')}
JOIN radius.nas n ON n.id = r.nas_id
JOIN crm.service s ON s.isp_id = n.isp_id AND lower(s.username) = lower(r.username) AND s.deleted_at IS NULL
WHERE ${IS_SERVED}`;

export interface ServiceRow {
  readonly nas_id: number;
  readonly username: string;
  readonly service_id: number;
  readonly reseller_id: number | null;
}

/** Whether the NAS $1 serves the service $2. */
export const SERVED_STATEMENT = `
SELECT ${IS_SERVED} AS served FROM radius.nas n, crm.service s WHERE n.id = $1 AND s.id = $2`;

/** Records whose service is not in memory but may be in the database. */
export function withoutService(records: readonly SessionRecord[]): SessionRecord[] {
  return records.filter(({ serviceId, unserved, username }) => serviceId === null && !unserved && username !== '');
}

export function servicesValues(records: readonly SessionRecord[]): string[] {
  return NAMES.values(records);
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
