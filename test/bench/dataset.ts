import type pg from 'pg';
import { bulkLoad } from '../fixtures/bulk-load.ts';
import { withoutIndexes } from './indexes.ts';

/** How much of everything; the same numbers always make the same rows. */
export interface Size {
  readonly isps: number;
  readonly resellers: number;
  readonly customers: number;
  readonly services: number;
  readonly leads: number;
  /** Ended ones of this year, and as many archived ones. */
  readonly sessions: number;
}

export const LARGE: Size = {
  isps: 50,
  resellers: 2000,
  customers: 400_000,
  services: 1_000_000,
  leads: 200_000,
  sessions: 0,
};
export const SMALL: Size = { ...LARGE, resellers: 200, customers: 4_000, services: 10_000, leads: 2_000 };

const TABLES = [
  'auth.login_user',
  'auth.api_key',
  'crm.isp',
  'crm.reseller',
  'crm.plan',
  'crm.sub_plan',
  'crm.customer',
  'crm.service',
  'crm.lead',
  'radius.nas',
];

const LOGS = ['radius.session_log', 'crm_archive.session_log'];

/** When the sessions of both begin, in UTC, and over how many days they are spread. */
const PERIODS = {
  log: { from: '2026-01-01', days: 320 },
  archive: { from: '2025-01-01', days: 365 },
} as const;

/** When session `n` of so many begins, in milliseconds. */
export function startOfSession(n: number, sessions: number, period: keyof typeof PERIODS): number {
  const { from, days } = PERIODS[period];
  return Date.parse(from) + (n * days * 86_400_000) / Math.max(1, sessions);
}

/** API key of login user n of the dataset, the administrator of ISP n: 50 hexadecimal digits, as drawn ones are. */
export const apiKeyOf = (user: number): string => user.toString(16).padStart(50, '0');

/**
 * Fills an empty, migrated database. Triggers and foreign keys are off meanwhile: the rows are made right as they are. The indexes
 * of the largest tables are built afterwards, which takes a fraction of the time.
 */
export async function fill(pool: pg.Pool, size: Size): Promise<void> {
  await bulkLoad(pool, TABLES, (client) =>
    withoutIndexes(client, ['crm.customer', 'crm.service', 'crm.lead', ...LOGS], async () => {
      for (const statement of statements(size)) await client.query(statement);
    }),
  );
  for (const table of [...TABLES, 'radius.usage', ...LOGS]) await pool.query(`VACUUM ANALYZE ${table}`);
}

const contact = `'98' || lpad((n::bigint * 7919 % 100000000)::text, 8, '0'), 'person' || n || '@example.net'`;
const e164 = `'+9198' || lpad((n::bigint * 7919 % 100000000)::text, 8, '0')`;

function statements({ isps, resellers, customers, services, leads, sessions }: Size): string[] {
  // Reseller r is of ISP (r - 1) % isps + 1, customer c of reseller (c - 1) % resellers + 1, and so on.
  const isp = (reseller: string) => `((${reseller} - 1) % ${isps} + 1)`;
  const resellerOf = `((n - 1) % ${resellers} + 1)`;
  return [
    `INSERT INTO crm.isp (id, name, code, mobile, email, country)
      SELECT n, 'ISP ' || n, 'I' || n, ${contact}, 'India' FROM generate_series(1, ${isps}) n`,
    `INSERT INTO crm.isp_setting (isp_id, timezone) SELECT id, 'Asia/Kolkata' FROM crm.isp ON CONFLICT DO NOTHING`,
    // One administrator per ISP, and as user isps + 1 that of the server. Nobody logs in with these passwords.
    `INSERT INTO auth.login_user (id, username, password_hash, groupname, roles, isp_id)
      SELECT n, 'admin' || n, '-', CASE WHEN n > ${isps} THEN 'Server' ELSE 'ISP' END, '{Admin}', CASE WHEN n <= ${isps} THEN n END
      FROM generate_series(1, ${isps + 1}) n`,
    `INSERT INTO auth.api_key (user_id, digest)
      SELECT id, sha256(convert_to(lpad(to_hex(id), 50, '0'), 'UTF8')) FROM auth.login_user`,
    `INSERT INTO crm.reseller (id, isp_id, type, name, code, mobile, email, invoice_by, payment_by)
      SELECT n, ${isp('n')}, 'Reseller', 'Reseller ' || n, 'R' || n, ${contact}, 'ISP', 'ISP' FROM generate_series(1, ${resellers}) n`,
    `INSERT INTO crm.plan (id, isp_id, name, protocol, connectivity, plan_period, plan_period_unit, bw_mgmt, bw1_gb, bw1_dl, bw1_ul)
      SELECT n, n, 'Plan ' || n, '{PPPoE,IPoE}', '{Fibre,Wireless}', 1, 'Month', 'Radius', 100, 20480, 10240 FROM generate_series(1, ${isps}) n`,
    `INSERT INTO crm.sub_plan (id, isp_id, plan_id, name, units, charge1, amt1, price)
      SELECT n, n, n, 'Monthly', 1, 'Internet', 499, 499 FROM generate_series(1, ${isps}) n`,
    `INSERT INTO crm.customer (id, isp_id, reseller_id, type, name, mobile, email, e164, zipcode, state, city, street)
      SELECT n, ${isp(resellerOf)}, ${resellerOf}, 'Individual',
        (ARRAY['Asha','Ravi','Meena','Kiran','Sunil','Latha'])[n % 6 + 1] || ' ' || md5(n::text), ${contact}, ${e164},
        (560000 + n % 100)::text, 'Karnataka', 'City ' || n % 50, n || ' Main Road' FROM generate_series(1, ${customers}) n`,
    `INSERT INTO crm.service (id, isp_id, reseller_id, customer_id, plan_id, sub_plan_id, username, password_enc, status, status_before,
        suspended_at, prepaid_postpaid, protocol, connectivity, mac, valid_from, valid_upto, location_code, sub_location_code, os_amt, created_at)
      SELECT n, c.isp_id, c.reseller_id, c.id, c.isp_id, c.isp_id, 'user' || lpad(n::text, 7, '0') || '_' || substr(md5(n::text), 1, 6),
        '\\x00', s.status, CASE WHEN s.status = 'Suspend' THEN 'Active' END, CASE WHEN s.status = 'Suspend' THEN now() END,
        (ARRAY['Prepaid','Postpaid'])[n % 2 + 1], (ARRAY['PPPoE','IPoE'])[(n / 7) % 2 + 1], (ARRAY['Fibre','Wireless'])[(n / 3) % 2 + 1],
        regexp_replace(lpad(to_hex(n), 12, '0'), '(..)(?=.)', '\\1:', 'g'),
        CASE WHEN s.status <> 'NewRequest' THEN date '2026-11-01' + n % 28 END, CASE WHEN s.status <> 'NewRequest' THEN date '2026-12-01' + n % 28 END,
        'L' || n % 200, 'S' || n % 1000, (n % 5000)::numeric / 10 - 100, timestamptz '2025-01-01' + make_interval(mins => n / 2)
      FROM generate_series(1, ${services}) n
      JOIN crm.customer c ON c.id = (n - 1) % ${customers} + 1
      CROSS JOIN LATERAL (SELECT (ARRAY['Active','Active','Active','Active','Active','Active','Active','Active','Active','Active',
        'Active','Active','Active','Active','Active','Active','NP','NPD','Suspend','NewRequest'])[n % 20 + 1] AS status) s`,
    `INSERT INTO radius.usage (service_id, isp_id, in_bytes, out_bytes, listed_bytes, bw_level)
      SELECT id, isp_id, id::bigint * 1000, id::bigint * 20000, id::bigint * 21000, id % 3 + 1 FROM crm.service`,
    `INSERT INTO crm.lead (isp_id, reseller_id, name, mobile, email, e164, address, source, created_at, status, closed_at, closed_by)
      SELECT ${isp(resellerOf)}, ${resellerOf}, 'Lead ' || md5(n::text), ${contact}, ${e164}, n || ' Main Road', (ARRAY['Web','Phone','Agent'])[n % 3 + 1],
        t.at, s.status, CASE WHEN s.status = 'Completed' THEN t.at + interval '7 days' END, CASE WHEN s.status = 'Completed' THEN 'admin' END
      FROM generate_series(1, ${leads}) n
      CROSS JOIN LATERAL (SELECT timestamptz '2025-01-01' + make_interval(mins => n * 4) AS at) t
      CROSS JOIN LATERAL (SELECT (ARRAY['Welcome-Call','Field-Verification','Installation','Final-Test','Completed'])[least(n / 7 % 10, 4) + 1] AS status) s`,
    `INSERT INTO radius.nas (id, isp_id, share_all, name, secret_enc, ip)
      SELECT n, n, true, 'NAS ' || n, '\\x00', '127.1.0.0'::inet + n FROM generate_series(1, ${isps}) n`,
    `SELECT radius.ensure_partitions(date '2026-01-01', 13)`,
    `SELECT radius.ensure_partition('crm_archive.session_log'::regclass, month::date)
      FROM generate_series(date '2025-01-01', date '2025-12-01', interval '1 month') month`,
    sessionsIn('radius.session_log', 'log', { services, sessions }),
    sessionsIn('crm_archive.session_log', 'archive', { services, sessions }),
    ...[
      'auth.login_user',
      'crm.isp',
      'crm.reseller',
      'crm.plan',
      'crm.sub_plan',
      'crm.customer',
      'crm.service',
      'radius.nas',
    ].map((table) => `SELECT setval(pg_get_serial_sequence('${table}', 'id'), (SELECT max(id) FROM ${table}))`),
    `SELECT setval(pg_get_serial_sequence('radius.session', 'id'), greatest(${sessions}, 1))`,
  ];
}

function sessionsIn(
  log: string,
  period: keyof typeof PERIODS,
  { services, sessions }: Pick<Size, 'services' | 'sessions'>,
): string {
  const { from, days } = PERIODS[period];
  return `INSERT INTO ${log} (id, isp_id, reseller_id, service_id, nas_id, nas_ip, username, acct_session_id, mac, ip, started_at,
        updated_at, ended_at, session_time, in_bytes, out_bytes)
      SELECT n, s.isp_id, s.reseller_id, s.id, s.isp_id, '127.1.0.0'::inet + s.isp_id, s.username, 'sess' || n, s.mac, '10.0.0.0'::inet + s.id,
        t.at, t.at + interval '1 hour', t.at + interval '1 hour', 3600, n::bigint * 1000, n::bigint * 9000
      FROM generate_series(1, ${sessions}) n
      JOIN crm.service s ON s.id = (n * 7919::bigint) % ${services} + 1
      CROSS JOIN LATERAL (SELECT timestamptz '${from}Z' + make_interval(secs => n::float * ${(days * 86_400) / Math.max(1, sessions)}) AS at) t`;
}
