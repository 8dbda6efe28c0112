import type pg from 'pg';
import { withoutIndexes } from '../indexes.ts';

/** The day on which the reports are asked for. */
export const TODAY = '2026-11-23';

const TABLES = [
  'crm.period',
  'crm.ledger_account',
  'crm.ledger_entry',
  'crm.ledger_line',
  'crm.charge',
  'crm.invoice',
  'crm.payment',
  'radius.usage_day',
];

/**
 * Months of money and a month of usage for every service of a filled database: a charge, an invoice and a payment each month, two
 * taxes, and one of eight without its latest two payments. Every tenth reseller is a franchisee. The day of the month is that of the
 * service, so each day has its share.
 */
export async function withHistory(pool: pg.Pool, months: number): Promise<void> {
  await pool.query(`SET session_replication_role = 'replica'`);
  await withoutIndexes(pool, TABLES, async () => {
    for (const statement of statements(months)) await pool.query(statement);
  });
  await pool.query('RESET session_replication_role');
  for (const table of [...TABLES, 'crm.service', 'radius.pulse_hour', 'radius.session_log'])
    await pool.query(`VACUUM ANALYZE ${table}`);
}

/** Month m of a service begins on its own day of the month; 0 is the running one. */
const EACH = (months: number) => `FROM generate_series(${months - 1}, 0, -1) m
  CROSS JOIN generate_series(1, 28) n
  JOIN crm.service s ON s.id % 28 + 1 = n AND s.status <> 'NewRequest'
  CROSS JOIN LATERAL (SELECT date_trunc('month', date '${TODAY}') - (n > 23)::int * interval '1 month' AS base) b
  CROSS JOIN LATERAL (SELECT (date_trunc('month', base) - m * interval '1 month')::date + n - 1 AS day) d`;

const TAXES = `'[{"name": "CGST", "percent": "9", "amt": "44.91"}, {"name": "SGST", "percent": "9", "amt": "44.91"}]'`;

const statements = (months: number): string[] => [
  `UPDATE crm.reseller SET type = 'Franchisee', commission_percent = 10, credit_limit = 0 WHERE id % 10 = 0`,
  `INSERT INTO crm.ledger_account (id, isp_id, kind, name, key)
    SELECT i.id * 10 + k.n, i.id, 'nominal', k.name, 'nominal:' || i.id || ':' || k.name FROM crm.isp i
    CROSS JOIN (VALUES (1, 'bank'), (2, 'revenue: Internet'), (3, 'tax: CGST'), (4, 'tax: SGST'), (5, 'commission'),
      (6, 'franchisee_clearing')) k (n, name)`,
  `INSERT INTO crm.ledger_account (id, isp_id, kind, reseller_id, key)
    SELECT 100000 + id, isp_id, 'wallet', id, 'wallet:' || id FROM crm.reseller WHERE type = 'Franchisee'`,
  `INSERT INTO crm.ledger_account (id, isp_id, kind, service_id, key)
    SELECT 1000000 + id, isp_id, 'service', id, 'service:' || id FROM crm.service`,
  `INSERT INTO crm.period (id, isp_id, service_id, plan_id, sub_plan_id, starts_on, ends_on, billed_at)
    SELECT row_number() OVER (), s.isp_id, s.id, s.plan_id, s.sub_plan_id, d.day, (d.day + interval '1 month')::date - 1, d.day ${EACH(months)}`,
  `INSERT INTO crm.ledger_entry (id, isp_id, reseller_id, service_id, period_id, kind, posted_on)
    SELECT 2 * p.id, p.isp_id, s.reseller_id, p.service_id, p.id, 'renewal', p.starts_on
    FROM crm.period p JOIN crm.service s ON s.id = p.service_id ORDER BY p.id`,
  `INSERT INTO crm.ledger_entry (id, isp_id, reseller_id, service_id, kind, posted_on)
    SELECT 2 * p.id + 1, p.isp_id, s.reseller_id, p.service_id, 'payment', p.starts_on
    FROM crm.period p JOIN crm.service s ON s.id = p.service_id
    WHERE s.id % 8 <> 0 OR p.starts_on < date '${TODAY}' - 61 ORDER BY p.id`,
  `INSERT INTO crm.ledger_line (id, entry_id, account_id, amt)
    SELECT row_number() OVER (), x.* FROM (
      SELECT e.id, l.account, l.amt FROM crm.ledger_entry e CROSS JOIN LATERAL (VALUES
        (1000000 + e.service_id, 588.82), (e.isp_id * 10 + 2, -499), (e.isp_id * 10 + 3, -44.91), (e.isp_id * 10 + 4, -44.91)) l (account, amt)
      WHERE e.kind = 'renewal'
      UNION ALL
      SELECT e.id, l.account, l.amt FROM crm.ledger_entry e JOIN crm.reseller r ON r.id = e.reseller_id AND r.type = 'Franchisee'
      CROSS JOIN LATERAL (VALUES (100000 + r.id, 588.82), (e.isp_id * 10 + 6, -588.82), (e.isp_id * 10 + 5, 49.9), (100000 + r.id, -49.9)) l (account, amt)
      WHERE e.kind = 'renewal'
      UNION ALL
      SELECT e.id, l.account, l.amt FROM crm.ledger_entry e
      CROSS JOIN LATERAL (VALUES (1000000 + e.service_id, -588.82), (e.isp_id * 10 + 1, 588.82)) l (account, amt) WHERE e.kind = 'payment') x`,
  `INSERT INTO crm.charge (id, isp_id, reseller_id, service_id, period_id, entry_id, kind, description, charged_on, amt, net, tax, total, taxes)
    SELECT e.period_id, e.isp_id, e.reseller_id, e.service_id, e.period_id, e.id, 'renewal', 'Internet', e.posted_on, 499, 499, 89.82, 588.82, ${TAXES}
    FROM crm.ledger_entry e WHERE e.kind = 'renewal' ORDER BY e.id`,
  `INSERT INTO crm.invoice (id, isp_id, reseller_id, number, document_no, customer_id, service_id, issued_on, due_on, currency, net, tax, total,
      seller, buyer, paid_amt, paid_at)
    SELECT c.id, c.isp_id, c.reseller_id, c.id, 'I/' || c.id, s.customer_id, s.id, c.charged_on, c.charged_on + 7, 'INR', 499, 89.82, 588.82,
      '{}', '{}', CASE WHEN p.id IS NULL THEN 0 ELSE 588.82 END, CASE WHEN p.id IS NOT NULL THEN c.charged_on END
    FROM crm.charge c JOIN crm.service s ON s.id = c.service_id LEFT JOIN crm.ledger_entry p ON p.id = c.entry_id + 1 ORDER BY c.id`,
  `INSERT INTO crm.payment (id, isp_id, reseller_id, customer_id, service_id, amt, mode, paid_on, collected_by, entry_id)
    SELECT e.id / 2, e.isp_id, e.reseller_id, s.customer_id, s.id, 588.82, (ARRAY['Cash', 'Online', 'Cheque'])[e.id / 2 % 3 + 1], e.posted_on,
      e.isp_id, e.id FROM crm.ledger_entry e JOIN crm.service s ON s.id = e.service_id WHERE e.kind = 'payment' ORDER BY e.id`,
  `UPDATE crm.service s SET os_amt = coalesce(i.owed, 0), (valid_from, valid_upto) = (SELECT max(starts_on), max(ends_on) FROM crm.period p WHERE p.service_id = s.id)
    FROM crm.service o LEFT JOIN (SELECT service_id, sum(total - paid_amt) AS owed FROM crm.invoice GROUP BY 1) i ON i.service_id = o.id
    WHERE o.id = s.id AND s.status <> 'NewRequest'`,
  `INSERT INTO radius.usage_day (service_id, day, in_bytes, out_bytes, seconds)
    SELECT s.id, d::date, s.id * 10000::bigint, s.id * 100000::bigint, 80000
    FROM generate_series(date '${TODAY}' - 30, date '${TODAY}', interval '1 day') d CROSS JOIN crm.service s`,
  `INSERT INTO radius.pulse_hour (isp_id, reseller_id, hour, online, up, down)
    SELECT i.id, 0, h, 1000, 1000000000, 9000000000 FROM crm.isp i
    CROSS JOIN generate_series(timestamptz '${TODAY} 00:00+05:30' - interval '100 days', timestamptz '${TODAY} 00:00+05:30', interval '1 hour') h`,
];
