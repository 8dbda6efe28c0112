import type { Api } from '../../../fixtures/api.ts';
import { makeTenant } from '../../../fixtures/tenants.ts';
import { KEEP_ALL, runArchive } from '../archive/months.ts';

/** Texts that could break a dump: its own marks, separators and escapes, and all planes of Unicode. */
const HARD_TEXTS = [
  '\\.',
  'tab\there',
  'line\nbreak\r\n\\.\n',
  '\\N',
  'back\\slash',
  '"quotes" and \'quotes\'',
  'ಕನ್ನಡ 🛰️ é',
];

/** Two tenants made through the API, and rows with all kinds of values in the tables that only RADIUS writes. */
export async function fillDatabase(api: Api): Promise<void> {
  const { pool } = api.db;
  const tenant = await makeTenant(api);
  await makeTenant(api);
  await api.ok('lead/create', { ...lead, resellerid: tenant.resellerid }, tenant.me);
  await pool.query(`SELECT radius.ensure_partitions('2025-01-01', 2)`);
  await pool.query(
    `INSERT INTO radius.auth_log (at, isp_id, service_id, username, nas_id, nas_ip, mac, response, reason, protocol)
     SELECT '2025-01-15 10:00:00Z'::timestamptz + n * interval '20 days', $1, NULL, text, $2, '2001:db8::1', NULL,
       'Access-Reject', text, 'PAP'
     FROM unnest($3::text[]) WITH ORDINALITY AS hard (text, n)`,
    [tenant.ispid, tenant.nasid, HARD_TEXTS],
  );
  const proxy = { name: 'Proxy', ip: '127.9.0.1', secret: 'between them' };
  const proxyid = await api.ok<number>('radius/proxy/create', proxy, tenant.me);
  await api.ok(
    'radius/nas/update',
    { id: tenant.nasid, proxyid, identifier: 'bng\\xff', ipv6: '2001:db8::1' },
    tenant.me,
  );
  await sessions(api, tenant, 200);
  await pool.query(
    `INSERT INTO crm.setting (key, value)
     SELECT 'hard ' || n, jsonb_build_object('text', text, 'null', NULL, 'deep', jsonb_build_array(1e300, -0.10, true))
     FROM unnest($1::text[]) WITH ORDINALITY AS hard (text, n)`,
    [HARD_TEXTS],
  );
  await pool.query(`UPDATE crm.customer SET notes = $1, dob = '0001-02-03 BC'`, [HARD_TEXTS.join(' ')]);
  await pool.query(
    `INSERT INTO crm.outbox (kind, payload, done_at) VALUES ('odd', '[]', 'infinity'), ('odd', '{}', '-infinity')`,
  );
  await ledger(api, tenant);
  // Rows before February 2025.
  await runArchive(api.db, { settings: { ...KEEP_ALL, ARCHIVE_AFTER_DAYS: '645' } });
  await pool.query('SELECT auth.archive_audit(now(), 1000)');
  await api.ok('reseller/update', { resellerid: tenant.resellerid, name: HARD_TEXTS.at(-1) ?? '' }, tenant.me);
}

const lead = { name: 'Asha', address: '2 Main Road', source: 'Web', mobile: '9800000001', email: 'asha@example.net' };

type Of = Awaited<ReturnType<typeof makeTenant>>;

/** Ended sessions of months that have a partition, and of one that has none. */
async function sessions({ db: { pool } }: Api, { ispid, nasid, username }: Of, count: number): Promise<void> {
  await pool.query(
    `INSERT INTO radius.session_log (id, isp_id, nas_id, nas_ip, username, acct_session_id, started_at, updated_at,
       ended_at, session_time, in_bytes, out_bytes)
     SELECT n, $1, $2, '192.0.2.1', $3, md5(n::text), at, at, at, n, n * 4294967296, 9223372036854775807
     FROM generate_series(1, $4) n, LATERAL (SELECT '2025-01-01Z'::timestamptz + n * interval '10 hours') AS moment (at)`,
    [ispid, nasid, username, count],
  );
}

/** A balanced entry with an amount below 0, which moves the shown balance of the service. */
async function ledger({ db: { pool } }: Api, { ispid, serviceid }: Of): Promise<void> {
  await pool.query(
    `WITH accounts AS (
       INSERT INTO crm.ledger_account (isp_id, kind, service_id, name, key)
       VALUES ($1::int, 'service', $2::int, NULL, 'service:' || $2::int), ($1, 'nominal', NULL, 'odd', 'nominal:' || $1::int || ':odd')
       RETURNING id, kind
     ), entry AS (
       INSERT INTO crm.ledger_entry (isp_id, kind, posted_on) VALUES ($1, 'adjustment', '2025-01-31') RETURNING id
     )
     INSERT INTO crm.ledger_line (entry_id, account_id, amt)
     SELECT entry.id, accounts.id, CASE kind WHEN 'service' THEN -1234.56 ELSE 1234.56 END FROM accounts, entry`,
    [ispid, serviceid],
  );
}
