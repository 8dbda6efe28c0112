import { sql } from '../../../../db/sql.ts';
import type { Check } from './check.ts';

/** The ledger in itself, and compared with the balances and records that the API shows. */
export const LEDGER_CHECKS: readonly Check[] = [
  {
    name: 'balances',
    invariant: 'every shown balance equals the ledger',
    items: sql`
      SELECT s.kind || ' ' || s.id AS item,
        CASE WHEN d.owner_id IS NOT NULL THEN format('shows %s, the ledger has %s', d.shown, d.ledger) END AS problem
      FROM (SELECT 'service' AS kind, id FROM crm.service
            UNION ALL SELECT 'wallet', id FROM crm.reseller
            UNION ALL SELECT 'cash', id FROM auth.login_user
            UNION ALL SELECT 'credits', id FROM crm.isp) s
      LEFT JOIN crm.balance_drift d ON d.kind = s.kind AND d.owner_id = s.id`,
  },
  {
    name: 'entries',
    invariant: 'every ledger entry has lines, all of its ISP, that sum to 0 in each unit',
    items: sql`
      SELECT 'entry ' || e.id AS item,
        CASE WHEN l.entry_id IS NULL THEN 'has no lines'
          WHEN l.money <> 0 OR l.credits <> 0 THEN format('is off by %s in money, %s in credits', l.money, l.credits)
          WHEN l.least_isp <> e.isp_id OR l.most_isp <> e.isp_id THEN 'has a line of another ISP' END AS problem
      FROM crm.ledger_entry e
      LEFT JOIN (
        SELECT entry_id, coalesce(sum(amt) FILTER (WHERE a.unit = 'money'), 0) AS money,
          coalesce(sum(amt) FILTER (WHERE a.unit = 'credit'), 0) AS credits,
          min(a.isp_id) AS least_isp, max(a.isp_id) AS most_isp
        FROM crm.ledger_line l JOIN crm.ledger_account a ON a.id = l.account_id
        GROUP BY entry_id
      ) l ON l.entry_id = e.id`,
  },
  {
    name: 'charges',
    invariant: 'the charges of an entry sum to what it debits to the service',
    items: sql`
      SELECT 'service ' || c.service_id || ', entry ' || c.entry_id AS item,
        CASE WHEN c.total <> coalesce(l.amt, 0) THEN
          format('charges %s sum to %s, the entry has %s', c.ids, c.total, coalesce(l.amt, 0)) END AS problem
      FROM (SELECT entry_id, service_id, sum(total) AS total, string_agg(id::text, ', ' ORDER BY id) AS ids
            FROM crm.charge GROUP BY entry_id, service_id) c
      LEFT JOIN (SELECT l.entry_id, a.service_id, sum(l.amt) AS amt
            FROM crm.ledger_line l JOIN crm.ledger_account a ON a.id = l.account_id AND a.kind = 'service'
            GROUP BY l.entry_id, a.service_id) l ON l.entry_id = c.entry_id AND l.service_id = c.service_id`,
  },
  {
    name: 'payments',
    invariant:
      'a payment equals what its entry credits to the service and, in cash, debits to the collector; its cancellation reverses both',
    items: sql`
      SELECT 'payment ' || p.id || CASE p.sign WHEN 1 THEN '' ELSE ', cancelled' END AS item,
        CASE WHEN coalesce(o.service, 0) <> -p.amt * p.sign
            THEN format('is %s, entry %s debits %s to the service', p.amt, p.entry_id, coalesce(o.service, 0))
          WHEN p.mode = 'Cash' AND coalesce(o.cash, 0) <> p.amt * p.sign
            THEN format('is %s in cash, entry %s debits %s to the collector', p.amt, p.entry_id, coalesce(o.cash, 0)) END AS problem
      FROM (SELECT id, service_id, collected_by, mode, amt, entry_id, 1 AS sign FROM crm.payment
            UNION ALL
            SELECT id, service_id, collected_by, mode, amt, reversal_entry_id, -1 FROM crm.payment
            WHERE status = 'Cancelled') p
      LEFT JOIN LATERAL (
        SELECT sum(l.amt) FILTER (WHERE a.service_id = p.service_id) AS service,
          sum(l.amt) FILTER (WHERE a.kind = 'cash' AND a.user_id = p.collected_by) AS cash
        FROM crm.ledger_line l JOIN crm.ledger_account a ON a.id = l.account_id
        WHERE l.entry_id = p.entry_id
      ) o ON true`,
  },
  {
    name: 'origins',
    invariant: 'every line on the account of a service comes from a charge, a payment or an adjustment',
    items: sql`
      SELECT 'service ' || a.service_id || ', entry ' || l.entry_id AS item,
        CASE WHEN c.entry_id IS NULL AND p.entry_id IS NULL AND d.entry_id IS NULL
          THEN format('%s without a charge, a payment or an adjustment', l.amt) END AS problem
      FROM crm.ledger_line l
      JOIN crm.ledger_account a ON a.id = l.account_id AND a.kind = 'service'
      LEFT JOIN (SELECT DISTINCT entry_id, service_id FROM crm.charge) c
        ON c.entry_id = l.entry_id AND c.service_id = a.service_id
      LEFT JOIN (SELECT entry_id, service_id FROM crm.payment
                 UNION ALL SELECT reversal_entry_id, service_id FROM crm.payment WHERE reversal_entry_id IS NOT NULL) p
        ON p.entry_id = l.entry_id AND p.service_id = a.service_id
      LEFT JOIN crm.adjustment d ON d.entry_id = l.entry_id AND d.service_id = a.service_id`,
  },
  {
    name: 'transfers',
    invariant: 'what left one service for another has arrived',
    items: sql`
      SELECT 'isp ' || a.isp_id AS item,
        CASE WHEN l.moved <> 0 THEN format('has %s on its way between services', l.moved) END AS problem
      FROM crm.ledger_account a
      CROSS JOIN LATERAL (SELECT coalesce(sum(amt), 0) AS moved FROM crm.ledger_line WHERE account_id = a.id) l
      WHERE a.kind = 'nominal' AND a.name = 'transfer'`,
  },
  {
    name: 'deposits',
    invariant: 'the ledger holds the deposit of every service that is not deleted, and no other',
    items: sql`
      SELECT 'service ' || coalesce(s.id, h.service_id, 0) AS item,
        CASE WHEN coalesce(s.due, 0) <> coalesce(h.held, 0) THEN
          format('has a deposit of %s, the ledger holds %s', coalesce(s.due, 0), coalesce(h.held, 0)) END AS problem
      FROM (SELECT id, CASE WHEN deleted_at IS NULL THEN deposit ELSE 0 END AS due FROM crm.service) s
      FULL JOIN (SELECT e.service_id, -sum(l.amt) AS held
                 FROM crm.ledger_account a
                 JOIN crm.ledger_line l ON l.account_id = a.id
                 JOIN crm.ledger_entry e ON e.id = l.entry_id
                 WHERE a.kind = 'nominal' AND a.name = 'deposit' GROUP BY e.service_id) h ON h.service_id = s.id`,
  },
];
