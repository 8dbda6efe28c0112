import { scopeConditions, serviceScope } from '../../../../core/tenancy/scope.ts';
import { join, type Sql, sql } from '../../../../db/sql.ts';
import { named, orNone, plain, summed } from '../columns.ts';
import { PLACE, withPlaceNames } from '../places.ts';
import type { ReportCall } from '../report.ts';
import { sqlReport } from '../sql-report.ts';

const SUMS = {
  services: summed('count', 'Owing services'),
  upto_30: summed('money', '0-30 days'),
  upto_60: summed('money', '31-60 days'),
  upto_90: summed('money', '61-90 days'),
  over_90: summed('money', 'Over 90 days'),
  not_invoiced: summed('money', 'Not invoiced'),
  owed: summed('money', 'Outstanding'),
  advance: summed('money', 'Advances'),
};

const shared = {
  description:
    'The amounts that services owe now, by the age of the unpaid invoices in days since they were issued. `not_invoiced` is charged but on no invoice yet; `owed` is the sum of them all. `advance` is the amount that other services have paid in advance: `owed` less `advance` is the balance of their accounts in the ledger. Deleted services that owe something are included.',
  group: 'outstanding',
  access: 'report.read',
  parameters: {},
} as const;

/** Each service with a balance other than 0, `o`: who and where it is, and its balance by age. */
function balances({ scope, today }: ReportCall): Sql {
  const { deleted: _, ...columns } = serviceScope('s');
  const conditions = join(scopeConditions(scope, columns), ' AND ');
  const of = sql`s.id, s.reseller_id, s.plan_id, s.location_code, s.sub_location_code, s.os_amt`;
  const unpaid = sql`greatest(v.total, 0) - v.paid_amt`;
  const age = sql`${today}::date - v.issued_on`;
  return sql`
    WITH s AS MATERIALIZED (
      SELECT ${of} FROM crm.service s WHERE ${conditions} AND s.deleted_at IS NULL AND s.os_amt <> 0
      UNION ALL SELECT ${of} FROM crm.service s WHERE ${conditions} AND s.deleted_at IS NOT NULL AND s.os_amt <> 0
    )
    SELECT s.*, b.* FROM s LEFT JOIN (
      SELECT v.service_id, sum(${unpaid}) AS unpaid, sum(${unpaid}) FILTER (WHERE ${age} <= 30) AS upto_30,
        sum(${unpaid}) FILTER (WHERE ${age} BETWEEN 31 AND 60) AS upto_60,
        sum(${unpaid}) FILTER (WHERE ${age} BETWEEN 61 AND 90) AS upto_90,
        sum(${unpaid}) FILTER (WHERE ${age} > 90) AS over_90
      FROM s n JOIN crm.invoice v ON v.service_id = n.id AND v.paid_at IS NULL
      WHERE n.os_amt > 0 GROUP BY 1) b ON b.service_id = s.id`;
}

const sumOf = (column: Sql) => sql`coalesce(sum(${column}), 0)`;
const sums = sql`count(*) FILTER (WHERE o.os_amt > 0)::int AS services, ${sumOf(sql`o.upto_30`)} AS upto_30,
  ${sumOf(sql`o.upto_60`)} AS upto_60, ${sumOf(sql`o.upto_90`)} AS upto_90, ${sumOf(sql`o.over_90`)} AS over_90,
  coalesce(sum(o.os_amt - coalesce(o.unpaid, 0)) FILTER (WHERE o.os_amt > 0), 0) AS not_invoiced,
  coalesce(sum(o.os_amt) FILTER (WHERE o.os_amt > 0), 0) AS owed,
  coalesce(-sum(o.os_amt) FILTER (WHERE o.os_amt < 0), 0) AS advance`;

export const outstandingByReseller = sqlReport({
  ...shared,
  name: 'outstanding_by_reseller',
  title: 'Outstanding by reseller',
  columns: {
    resellerid: named('reseller', plain('ownerid', 'Reseller id')),
    reseller: orNone('text', 'Reseller'),
    ...SUMS,
  },
  chart: { by: 'reseller', of: ['owed'] },
  sql: (call) => sql`
    SELECT coalesce(r.id, 0) AS resellerid, r.name AS reseller, ${sums}
    FROM (${balances(call)}) o LEFT JOIN crm.reseller r ON r.id = o.reseller_id GROUP BY r.id`,
  order: sql`owed DESC, resellerid`,
});

export const outstandingByLocation = sqlReport({
  ...shared,
  name: 'outstanding_by_location',
  title: 'Outstanding by location',
  columns: { ...PLACE, ...SUMS },
  chart: { by: 'sub_location', of: ['owed'] },
  sql: (call) =>
    withPlaceNames(
      call,
      sql`SELECT o.location_code, o.sub_location_code, ${sums} FROM (${balances(call)}) o GROUP BY 1, 2`,
    ),
  order: sql`location_code, sub_location_code`,
});

export const outstandingByPlan = sqlReport({
  ...shared,
  name: 'outstanding_by_plan',
  title: 'Outstanding by plan',
  columns: { planid: named('plan', plain('id', 'Plan id')), plan: plain('text', 'Plan'), ...SUMS },
  chart: { by: 'plan', of: ['owed'] },
  sql: (call) => sql`
    SELECT p.id AS planid, p.name AS plan, ${sums} FROM (${balances(call)}) o JOIN crm.plan p ON p.id = o.plan_id GROUP BY p.id`,
  order: sql`owed DESC, planid`,
});
