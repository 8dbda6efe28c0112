import type pg from 'pg';
import { bulkLoad } from '../../fixtures/bulk-load.ts';
import { apiKeyOf, type Size } from '../dataset.ts';

/** Tickets for each service; one in fifty is not resolved yet. */
const TICKETS_PER_SERVICE = 0.5;

/** The login user of the program that answers the calls of an ISP; `apiKeyOf` has its key. */
export const programOf = (isp: number, { isps }: Pick<Size, 'isps'>): number => isps + 1 + isp;

/** Adds what a call centre has to a database of the dataset, once. */
export async function addCare(pool: pg.Pool, size: Size): Promise<void> {
  const { rows } = await pool.query('SELECT FROM crm.ticket LIMIT 1');
  if (rows.length > 0) return;
  const tables = ['auth.login_user', 'auth.api_key', 'crm.ticket_category', 'crm.ticket'];
  await bulkLoad(pool, tables, async (client) => {
    for (const statement of statements(size)) await client.query(statement);
  });
  for (const table of tables) await pool.query(`VACUUM ANALYZE ${table}`);
}

const statements = ({ isps, services }: Size): string[] => [
  `INSERT INTO auth.login_user (id, username, password_hash, groupname, roles, isp_id)
    SELECT ${programOf(1, { isps }) - 1} + n, 'voice' || n, '-', 'ISP', '{CareLine}', n FROM generate_series(1, ${isps}) n ON CONFLICT DO NOTHING`,
  ...Array.from({ length: isps }, (_, at) => programOf(at + 1, { isps })).map(
    (id) =>
      `INSERT INTO auth.api_key (user_id, digest) VALUES (${id}, sha256(convert_to('${apiKeyOf(id)}', 'UTF8'))) ON CONFLICT DO NOTHING`,
  ),
  `INSERT INTO crm.ticket_category (id, isp_id, name, portal) SELECT n, n, 'No Internet', true FROM generate_series(1, ${isps}) n ON CONFLICT DO NOTHING`,
  `INSERT INTO crm.ticket (id, isp_id, reseller_id, customer_id, service_id, docket, category_id, priority, status, text,
      resolved_at, resolve_by, closed_at, closed_by, created_at)
    SELECT n, s.isp_id, s.reseller_id, s.customer_id, s.id, to_char(f.at, 'YYMMDD') || lpad(n::text, 8, '0'), s.isp_id,
      (ARRAY['Low','Normal','High','Urgent'])[n % 4 + 1], f.status, 'No Internet since ' || n,
      CASE WHEN f.status = 'Closed' THEN f.at + interval '1 day' END, f.at + interval '2 days',
      CASE WHEN f.status = 'Closed' THEN f.at + interval '8 days' END, CASE WHEN f.status = 'Closed' THEN 'system' END, f.at
    FROM generate_series(1, ${Math.round(services * TICKETS_PER_SERVICE)}) n
    JOIN crm.service s ON s.id = (n::bigint * 7919 % ${services}) + 1
    CROSS JOIN LATERAL (SELECT timestamptz '2026-01-01' + make_interval(secs => n * 50) AS at,
      CASE WHEN n % 50 <> 0 THEN 'Closed'
        ELSE (ARRAY['New','Open','Waiting','Referred','Visit'])[n / 50 % 5 + 1] END AS status) f`,
  ...['auth.login_user', 'crm.ticket_category', 'crm.ticket'].map(
    (table) => `SELECT setval(pg_get_serial_sequence('${table}', 'id'), (SELECT max(id) FROM ${table}))`,
  ),
];
