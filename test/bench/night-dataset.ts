import type pg from 'pg';

/** The last day of every period, in India. */
export const LAST_DAY = '2026-11-30';
export const NIGHT = '2026-12-01T00:30:00+05:30';

/** Makes every service Active in a month that ends, the prepaid ones with an advance of 1000.00, with a consistent ledger. */
export async function withRunningPeriods(pool: pg.Pool): Promise<void> {
  await pool.query('ALTER TABLE crm.service DISABLE TRIGGER USER');
  for (const statement of STATEMENTS) await pool.query(statement);
  await pool.query('ALTER TABLE crm.service ENABLE TRIGGER USER');
  await pool.query('VACUUM ANALYZE');
}

const STATEMENTS = [
  `UPDATE crm.isp_setting SET taxes = '[{"name": "CGST", "percent": "9"}, {"name": "SGST", "percent": "9"}]'`,
  `UPDATE crm.service SET status = 'Active', status_before = NULL, suspended_at = NULL, os_amt = 0, anchor_day = 1,
     valid_from = date '${LAST_DAY}' - 29, valid_upto = '${LAST_DAY}', billed = prepaid_postpaid = 'Prepaid'`,
  `INSERT INTO crm.period (id, isp_id, service_id, plan_id, sub_plan_id, starts_on, ends_on, quota_bytes, billed_at)
     SELECT id, isp_id, id, plan_id, sub_plan_id, valid_from, valid_upto, 107374182400,
       CASE WHEN billed THEN valid_from::timestamptz END FROM crm.service`,
  `SELECT setval(pg_get_serial_sequence('crm.period', 'id'), (SELECT max(id) FROM crm.period))`,
  'UPDATE crm.service SET period_id = id',
  'UPDATE radius.usage SET period_id = service_id, level1_bytes = 107374182400, level1_used = in_bytes + out_bytes, bw_level = 1',
  'ALTER TABLE crm.ledger_line DISABLE TRIGGER USER',
  'ALTER TABLE crm.ledger_entry DISABLE TRIGGER USER',
  `INSERT INTO crm.ledger_account (isp_id, kind, name, key)
     SELECT id, 'nominal', 'bank', 'nominal:' || id || ':bank' FROM crm.isp`,
  `INSERT INTO crm.ledger_account (isp_id, kind, service_id, key)
     SELECT isp_id, 'service', id, 'service:' || id FROM crm.service`,
  `INSERT INTO crm.ledger_entry (id, isp_id, reseller_id, service_id, kind, posted_on)
     SELECT id, isp_id, reseller_id, id, 'payment', valid_from FROM crm.service WHERE billed`,
  `SELECT setval(pg_get_serial_sequence('crm.ledger_entry', 'id'), (SELECT max(id) FROM crm.ledger_entry))`,
  `INSERT INTO crm.ledger_line (entry_id, account_id, amt)
     SELECT e.id, a.id, -1000 FROM crm.ledger_entry e JOIN crm.ledger_account a ON a.service_id = e.service_id
     UNION ALL SELECT e.id, a.id, 1000 FROM crm.ledger_entry e
     JOIN crm.ledger_account a ON a.key = 'nominal:' || e.isp_id || ':bank'`,
  `INSERT INTO crm.payment (isp_id, reseller_id, customer_id, service_id, amt, mode, paid_on, entry_id)
     SELECT s.isp_id, s.reseller_id, s.customer_id, s.id, 1000, 'Online', s.valid_from, s.id FROM crm.service s WHERE s.billed`,
  'ALTER TABLE crm.ledger_line ENABLE TRIGGER USER',
  'ALTER TABLE crm.ledger_entry ENABLE TRIGGER USER',
  'UPDATE crm.service SET os_amt = -1000 WHERE billed',
];
