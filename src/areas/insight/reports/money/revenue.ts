import { scopeConditions } from '../../../../core/tenancy/scope.ts';
import { join, type Sql, sql } from '../../../../db/sql.ts';
import { named, orNone, plain, summed } from '../columns.ts';
import { OF_A_YEAR } from '../parameters.ts';
import { PLACE, withPlaceNames } from '../places.ts';
import type { ReportCall } from '../report.ts';
import { sqlReport } from '../sql-report.ts';

const SUMS = {
  charges: summed('count', 'Charges'),
  net: summed('money', 'Net'),
  tax: summed('money', 'Tax'),
  total: summed('money', 'Total'),
};

const DESCRIPTION =
  'Charges of those days less credits: `net` is the amount posted to revenue in the ledger, `tax` the amount posted to taxes.';

const shared = {
  ...OF_A_YEAR,
  description: DESCRIPTION,
  group: 'revenue',
  access: 'report.read',
} as const;

interface Days {
  readonly from: string;
  readonly to: string;
}

/** Charges `c` of these days that the caller may see, with their services `s` if these are needed. */
export function chargesOf({ scope }: Pick<ReportCall, 'scope'>, { from, to }: Days, withService = false): Sql {
  const conditions = scopeConditions(scope, {
    isp: 'c.isp_id',
    reseller: 'c.reseller_id',
    location: { lc: 's.location_code', slc: 's.sub_location_code' },
  });
  const needed = withService || scope.locations !== null;
  return sql`crm.charge c ${needed ? sql`JOIN crm.service s ON s.id = c.service_id` : sql``}
    WHERE ${join(conditions, ' AND ')} AND c.charged_on BETWEEN ${from}::date AND ${to}::date`;
}

const sums = sql`count(*)::int AS charges, sum(c.net) AS net, sum(c.tax) AS tax, sum(c.total) AS total`;
const ofGroup = sql`g.charges, g.net, g.tax, g.total`;

export const revenueByPlan = sqlReport({
  ...shared,
  name: 'revenue_by_plan',
  title: 'Revenue by plan',
  description: `${DESCRIPTION} The plan is the plan of the charged period, or otherwise the present plan of the service.`,
  columns: { planid: named('plan', plain('id', 'Plan id')), plan: plain('text', 'Plan'), ...SUMS },
  chart: { by: 'plan', of: ['net'] },
  sql: (call, days) => sql`
    SELECT p.id AS planid, p.name AS plan, ${ofGroup} FROM (
      SELECT coalesce(d.plan_id, c.plan_id) AS key, ${sums}
      FROM (SELECT c.period_id, c.net, c.tax, c.total, s.plan_id FROM ${chargesOf(call, days, true)}) c
      LEFT JOIN crm.period d ON d.id = c.period_id GROUP BY 1) g
    JOIN crm.plan p ON p.id = g.key`,
  order: sql`total DESC, planid`,
});

export const revenueByLocation = sqlReport({
  ...shared,
  name: 'revenue_by_location',
  title: 'Revenue by location',
  description: `${DESCRIPTION} The location is where the service is now.`,
  columns: { ...PLACE, ...SUMS },
  chart: { by: 'sub_location', of: ['net'] },
  sql: (call, days) =>
    withPlaceNames(
      call,
      sql`SELECT s.location_code, s.sub_location_code, ${sums} FROM ${chargesOf(call, days, true)} GROUP BY 1, 2`,
    ),
  order: sql`location_code, sub_location_code`,
});

export const revenueByReseller = sqlReport({
  ...shared,
  name: 'revenue_by_reseller',
  title: 'Revenue by reseller',
  description: `${DESCRIPTION} Reseller 0 is the ISP itself.`,
  columns: {
    resellerid: named('reseller', plain('ownerid', 'Reseller id')),
    reseller: orNone('text', 'Reseller'),
    ...SUMS,
  },
  chart: { by: 'reseller', of: ['net'] },
  sql: (call, days) => sql`
    SELECT coalesce(g.key, 0) AS resellerid, r.name AS reseller, ${ofGroup}
    FROM (SELECT c.reseller_id AS key, ${sums} FROM ${chargesOf(call, days)} GROUP BY 1) g
    LEFT JOIN crm.reseller r ON r.id = g.key`,
  order: sql`total DESC, resellerid`,
});

export const revenueByTax = sqlReport({
  ...shared,
  name: 'revenue_by_tax',
  title: 'Revenue by tax',
  group: 'tax',
  description:
    'The taxes charged on those days less credits: `tax` is the amount posted to the account of the tax in the ledger, `net` the amount it is based on. A charge with two taxes is in both rows, a charge without taxes in none.',
  columns: {
    name: plain('text', 'Tax'),
    percent: plain('percent', 'Percent'),
    charges: plain('count', 'Charges'),
    net: plain('money', 'Taxable'),
    tax: summed('money', 'Tax'),
  },
  chart: { by: 'name', of: ['tax'] },
  sql: (call, days) => sql`
    SELECT x.name, x.percent, count(*)::int AS charges, sum(c.net) AS net, sum(x.amt) AS tax FROM (
      SELECT c.net, c.taxes FROM ${chargesOf(call, days)} AND c.taxes <> '[]') c
    CROSS JOIN LATERAL jsonb_to_recordset(c.taxes) AS x (name text, percent numeric(5, 2), amt numeric)
    GROUP BY 1, 2`,
  order: sql`name, percent`,
});
