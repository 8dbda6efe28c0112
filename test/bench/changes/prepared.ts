import type pg from 'pg';
import { fill, type Size } from '../dataset.ts';
import { withoutIndexes } from '../indexes.ts';

/** Tables of these schemas are what a change may write. */
export const SCHEMAS = ['auth', 'crm', 'radius'];

/**
 * Fills an empty, migrated database with services in the middle of this month: half of them prepaid with an advance, a third
 * of all suspended. Whatever the changes need besides their own rows is there: plans to change to, locations, accounts of
 * the ledger, invoice numbers. So a recorded change is the same for every target.
 */
export async function prepare(pool: pg.Pool, size: Size): Promise<void> {
  await fill(pool, size);
  await switchTriggers(pool, 'DISABLE');
  // Every service is updated: the indexes are built afterwards, in a fraction of the time.
  await withoutIndexes(pool, ['crm.service'], async () => {
    for (const statement of statements(size)) await pool.query(statement);
  });
  await switchTriggers(pool, 'ENABLE');
  await pool.query('VACUUM ANALYZE');
}

/** All triggers but those of foreign keys. */
export async function switchTriggers(pool: pg.Pool, to: 'ENABLE' | 'DISABLE'): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(
    `SELECT oid::regclass::text AS name FROM pg_class
     WHERE relnamespace = ANY($1::regnamespace[]) AND relkind IN ('r', 'p') ORDER BY oid`,
    [SCHEMAS],
  );
  for (const { name } of rows) await pool.query(`ALTER TABLE ${name} ${to} TRIGGER USER`);
}

const FIRST_DAY = "date_trunc('month', current_date)::date";
const LAST_DAY = "(date_trunc('month', current_date) + interval '1 month - 1 day')::date";
const QUOTA = 107_374_182_400;

/** The nominal accounts that the changes post to, of money and of credits. */
const ACCOUNTS = ['bank', 'revenue: Internet', 'revenue: Top-up', 'tax: CGST', 'tax: SGST'];
const CREDIT_ACCOUNTS = ['credits_granted', 'credits_used'];
const texts = (names: readonly string[]) => `'{${names.map((name) => `"${name}"`).join()}}'::text[]`;

function statements({ isps, services }: Size): string[] {
  // Login users and NASes to change: one row changed over and over by 32 callers would measure nothing but its lock.
  const many = Math.max(200, Math.round(services / 10));
  return [
    `UPDATE crm.isp_setting SET taxes = '[{"name": "CGST", "percent": "9"}, {"name": "SGST", "percent": "9"}]'`,
    `INSERT INTO crm.location (isp_id, code, name) SELECT id, 'BLR', 'Bengaluru' FROM crm.isp ORDER BY id`,
    `INSERT INTO crm.sub_location (location_id, code, name) SELECT id, 'BLR-N', 'North' FROM crm.location`,
    `INSERT INTO crm.plan (isp_id, name, protocol, connectivity, plan_period, plan_period_unit, bw_mgmt, bw1_gb, bw1_dl, bw1_ul)
       SELECT isp_id, 'Fast', protocol, connectivity, 1, 'Month', 'Radius', 200, 40960, 20480 FROM crm.plan ORDER BY id`,
    `INSERT INTO crm.sub_plan (isp_id, plan_id, name, units, charge1, amt1, price)
       SELECT isp_id, id, 'Monthly', 1, 'Internet', 799, 799 FROM crm.plan WHERE name = 'Fast' ORDER BY id`,
    `INSERT INTO auth.login_user (username, password_hash, groupname, roles, isp_id)
       SELECT 'staff' || n, '-', 'ISP', '{Support}', (n - 1) % ${isps} + 1 FROM generate_series(1, ${many}) n`,
    `INSERT INTO radius.nas (isp_id, share_all, name, secret_enc, ip)
       SELECT (n - 1) % ${isps} + 1, true, 'Site ' || n, '\\x00', '10.128.0.0'::inet + n FROM generate_series(1, ${many}) n`,
    `INSERT INTO crm.invoice_counter (isp_id, seller_id, last_number) SELECT id, 0, 0 FROM crm.isp`,
    `INSERT INTO crm.invoice_series (isp_id, seller_id, code, prefix) SELECT id, 0, code, code FROM crm.isp`,
    `UPDATE crm.lead SET status = 'Welcome-Call', closed_at = NULL, closed_by = NULL`,
    ...periods,
    ...ledger,
  ];
}

const periods = [
  // By hundreds, so that every ISP has some of each kind.
  `UPDATE crm.service s SET prepaid_postpaid = (ARRAY['Postpaid', 'Prepaid'])[prepaid::int + 1], billed = prepaid,
     status = CASE WHEN suspended THEN 'Suspend' ELSE 'Active' END, status_before = CASE WHEN suspended THEN 'Active' END,
     suspended_at = CASE WHEN suspended THEN now() END, os_amt = CASE WHEN prepaid THEN -1000 ELSE 0 END, anchor_day = 1,
     valid_from = ${FIRST_DAY}, valid_upto = ${LAST_DAY}
   FROM (SELECT id, id / 50 % 2 = 0 AS prepaid, id / 100 % 3 = 0 AS suspended FROM crm.service) of WHERE of.id = s.id`,
  `INSERT INTO crm.period (id, isp_id, service_id, plan_id, sub_plan_id, starts_on, ends_on, quota_bytes, billed_at)
     SELECT id, isp_id, id, plan_id, sub_plan_id, valid_from, valid_upto, ${QUOTA},
       CASE WHEN billed THEN valid_from::timestamptz END FROM crm.service`,
  `SELECT setval(pg_get_serial_sequence('crm.period', 'id'), (SELECT max(id) FROM crm.period))`,
  'UPDATE crm.service SET period_id = id',
  `UPDATE radius.usage SET period_id = service_id, level1_bytes = ${QUOTA}, level1_used = in_bytes + out_bytes, bw_level = 1`,
];

const ledger = [
  `INSERT INTO crm.ledger_account (isp_id, kind, unit, name, key)
     SELECT i.id, 'nominal', a.unit, a.name, 'nominal:' || i.id || ':' || a.name
     FROM crm.isp i CROSS JOIN (
       SELECT 'money', unnest(${texts(ACCOUNTS)}) UNION ALL SELECT 'credit', unnest(${texts(CREDIT_ACCOUNTS)})
     ) AS a (unit, name)`,
  `INSERT INTO crm.ledger_account (isp_id, kind, unit, key) SELECT id, 'credits', 'credit', 'credits:' || id FROM crm.isp`,
  `INSERT INTO crm.ledger_account (isp_id, kind, reseller_id, key) SELECT isp_id, 'wallet', id, 'wallet:' || id FROM crm.reseller`,
  `INSERT INTO crm.ledger_account (isp_id, kind, service_id, key) SELECT isp_id, 'service', id, 'service:' || id FROM crm.service`,
  `INSERT INTO crm.ledger_entry (id, isp_id, reseller_id, service_id, kind, memo, posted_on)
     SELECT id, isp_id, reseller_id, id, 'payment', 'Payment, Online', valid_from FROM crm.service WHERE billed`,
  `SELECT setval(pg_get_serial_sequence('crm.ledger_entry', 'id'), (SELECT max(id) FROM crm.ledger_entry))`,
  `INSERT INTO crm.ledger_line (entry_id, account_id, amt)
     SELECT e.id, a.id, -1000 FROM crm.ledger_entry e JOIN crm.ledger_account a ON a.service_id = e.service_id
     UNION ALL SELECT e.id, a.id, 1000 FROM crm.ledger_entry e
     JOIN crm.ledger_account a ON a.key = 'nominal:' || e.isp_id || ':bank'`,
  `INSERT INTO crm.payment (isp_id, reseller_id, customer_id, service_id, amt, mode, paid_on, collected_by, entry_id)
     SELECT isp_id, reseller_id, customer_id, id, 1000, 'Online', valid_from, isp_id, id FROM crm.service WHERE billed ORDER BY id`,
];
