import { scopeConditions } from '../../../../core/tenancy/scope.ts';
import { join, sql } from '../../../../db/sql.ts';
import { named, orNone, plain, summed } from '../columns.ts';
import { sqlReport } from '../sql-report.ts';

/** What `auth/user/cash_settle` takes over. */
export const cashInHand = sqlReport({
  name: 'cash_in_hand',
  title: 'Cash in hand',
  description:
    'The cash that login users have collected and not handed over yet: `cash` is the balance of the cash account of each in the ledger, `cash_limit` the most that each may hold.',
  group: 'collections',
  access: 'report.read',
  parameters: {},
  wholeOnly: 'cash is counted for a whole ISP or reseller; a login user limited to locations cannot see it',
  columns: {
    collectorid: named('collected_by', plain('id', 'Collector id')),
    collected_by: plain('text', 'Collector'),
    name: orNone('text', 'Name'),
    resellerid: named('reseller', plain('ownerid', 'Reseller id')),
    reseller: orNone('text', 'Reseller'),
    cash: summed('money', 'Cash in hand'),
    cash_limit: plain('money', 'Cash limit'),
  },
  chart: { by: 'collected_by', of: ['cash'] },
  sql: ({ scope }) => {
    const columns = { isp: 'u.isp_id', reseller: 'u.reseller_id', deleted: 'u.deleted_at' };
    return sql`
      SELECT u.id AS collectorid, u.username AS collected_by, u.name, coalesce(u.reseller_id, 0) AS resellerid,
        r.name AS reseller, u.cash_balance AS cash, u.cash_limit
      FROM auth.login_user u LEFT JOIN crm.reseller r ON r.isp_id = u.isp_id AND r.id = u.reseller_id
      WHERE ${join(scopeConditions(scope, columns), ' AND ')} AND u.cash_balance <> 0`;
  },
  order: sql`cash DESC, collectorid`,
});
