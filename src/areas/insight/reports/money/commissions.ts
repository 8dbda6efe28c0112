import { scopeConditions } from '../../../../core/tenancy/scope.ts';
import { join, sql } from '../../../../db/sql.ts';
import { COMMISSION, FRANCHISEE_CLEARING } from '../../../money/billing/ledger/accounts.ts';
import { named, plain, summed } from '../columns.ts';
import { OF_A_YEAR } from '../parameters.ts';
import { sqlReport } from '../sql-report.ts';

/**
 * From the ledger entries that moved a wallet and the revenue together, as only charges of franchisees and their credits do. Only
 * entries of sellers with a wallet are read, and no accounts of services, which are many: what a wallet paid is in the
 * clearing. OFFSET keeps the planner from beginning with the accounts, whose lines are of all years.
 */
export const commissions = sqlReport({
  name: 'commissions',
  title: 'Commissions',
  description:
    'The commissions of franchisees on the charges of their customers on those days, less reversals for credits: `commission` is the amount posted to the commission account of the ledger, `net` the revenue it is based on, `charged` the amount that their wallets paid, including taxes.',
  ...OF_A_YEAR,
  group: 'revenue',
  access: 'report.read',
  columns: {
    resellerid: named('reseller', plain('id', 'Reseller id')),
    reseller: plain('text', 'Reseller'),
    charges: summed('count', 'Charges'),
    charged: summed('money', 'Charged'),
    net: summed('money', 'Net'),
    commission: summed('money', 'Commission'),
  },
  chart: { by: 'reseller', of: ['commission'] },
  sql: ({ scope }, { from, to }) => {
    const conditions = scopeConditions(scope, {
      isp: 'e.isp_id',
      reseller: 'e.reseller_id',
      location: { lc: 's.location_code', slc: 's.sub_location_code' },
    });
    const service = scope.locations === null ? sql`` : sql`JOIN crm.service s ON s.id = e.service_id`;
    return sql`
      WITH account AS MATERIALIZED (
        SELECT a.id, a.kind = 'wallet' AS wallet, a.reseller_id, coalesce(a.name LIKE 'revenue: %', false) AS revenue,
          coalesce(a.name = ${COMMISSION.name}, false) AS commission, coalesce(a.name = ${FRANCHISEE_CLEARING.name}, false) AS clearing
        FROM crm.ledger_account a WHERE a.isp_id = ${scope.ispId} AND a.kind IN ('nominal', 'wallet'))
      SELECT r.id AS resellerid, r.name AS reseller, count(*)::int AS charges, sum(g.charged) AS charged, sum(g.net) AS net,
        sum(g.commission) AS commission
      FROM (
        SELECT e.reseller_id, -coalesce(sum(l.amt) FILTER (WHERE a.clearing), 0) AS charged,
          -sum(l.amt) FILTER (WHERE a.revenue) AS net, coalesce(sum(l.amt) FILTER (WHERE a.commission), 0) AS commission
        FROM crm.ledger_entry e ${service}
        CROSS JOIN LATERAL (SELECT l.account_id, l.amt FROM crm.ledger_line l WHERE l.entry_id = e.id OFFSET 0) l
        JOIN account a ON a.id = l.account_id
        WHERE ${join(conditions, ' AND ')} AND e.posted_on BETWEEN ${from}::date AND ${to}::date
          AND e.reseller_id = ANY(ARRAY(SELECT reseller_id FROM account WHERE wallet))
        GROUP BY e.id
        HAVING bool_or(a.wallet) AND bool_or(a.revenue)) g
      JOIN crm.reseller r ON r.id = g.reseller_id
      GROUP BY r.id`;
  },
  order: sql`commission DESC, resellerid`,
});
