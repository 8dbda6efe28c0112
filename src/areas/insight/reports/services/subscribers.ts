import { scopeConditions } from '../../../../core/tenancy/scope.ts';
import { addDays } from '../../../../core/zone.ts';
import { join, type Sql, sql } from '../../../../db/sql.ts';
import { orNone, plain, summed } from '../columns.ts';
import { chargesOf } from '../money/revenue.ts';
import { checkMonths, DAYS } from '../parameters.ts';
import type { ReportCall } from '../report.ts';
import { sqlReport } from '../sql-report.ts';

interface Days {
  readonly from: string;
  readonly to: string;
}

/**
 * The last day of each month, and of the month before the first; of the running month today. Months to come have none. From one to
 * the next a service came, stayed or left.
 */
const marks = ({ today }: ReportCall, { from, to }: Days): Sql => sql`
  SELECT n::int AS n, least((date_trunc('month', ${from}::date) + n * interval '1 month' - interval '1 day')::date, ${today}::date) AS day
  FROM generate_series(0, (SELECT 12 * (extract(year FROM ${to}::date) - extract(year FROM ${from}::date))
    + extract(month FROM ${to}::date) - extract(month FROM ${from}::date) + 1)::int) n
  WHERE date_trunc('month', ${from}::date) + (n - 1) * interval '1 month' <= ${today}::date`;

/** For each service a bit for each mark on which it had a validity. Periods are read once, in the order of an index. */
function covered({ scope }: ReportCall): Sql {
  const conditions = scopeConditions(scope, {
    isp: 'p.isp_id',
    reseller: 's.reseller_id',
    location: { lc: 's.location_code', slc: 's.sub_location_code' },
  });
  const needed = scope.resellerId !== null || scope.locations !== null;
  return sql`
    SELECT p.service_id, bit_or(1 << m.n) AS marks FROM (
      SELECT p.service_id, p.starts_on, p.ends_on FROM crm.period p
      ${needed ? sql`JOIN crm.service s ON s.id = p.service_id` : sql``}
      WHERE ${join(conditions, ' AND ')} AND p.voided_at IS NULL
        AND p.ends_on >= (SELECT min(day) FROM mark) AND p.starts_on <= (SELECT max(day) FROM mark)
      OFFSET 0) p
    JOIN mark m ON m.day BETWEEN p.starts_on AND p.ends_on
    GROUP BY 1`;
}

/** A service that comes is new if it had no validity until the mark before. */
const IS_NEW = sql`NOT EXISTS (
  SELECT FROM crm.period f JOIN mark b ON b.n = m.n - 1 WHERE f.service_id = c.service_id AND f.voided_at IS NULL AND f.starts_on <= b.day)`;

/** All days of the months. */
function monthsOf({ from, to }: Days): Days {
  const next = addDays(`${to.slice(0, 7)}-28`, 4);
  return { from: `${from.slice(0, 7)}-01`, to: addDays(`${next.slice(0, 7)}-01`, -1) };
}

export const subscribersByMonth = sqlReport({
  name: 'subscribers_by_month',
  title: 'Subscribers by month',
  description:
    'The months from `from` to `to`, at most 24. A service counts if it is valid on the last day of the month (in the present month, today): `at_begin` plus `new` plus `returned` less `lost` is `at_end`. `new` services were never valid before; `returned` services were valid before, but not at the end of the previous month. `churn` is `lost` as a percentage of `at_begin`, `net` the revenue of the month, `arpu` that revenue divided by the mean of `at_begin` and `at_end`. Services that came and left within a month are in no column.',
  group: 'subscribers',
  access: 'report.read',
  parameters: DAYS,
  example: { from: '2026-01-01', to: '2026-06-30' },
  check: checkMonths,
  columns: {
    month: plain('month', 'Month'),
    at_begin: plain('count', 'At the beginning'),
    new: plain('count', 'New'),
    returned: plain('count', 'Returned'),
    lost: plain('count', 'Lost'),
    at_end: plain('count', 'At the end'),
    churn: orNone('percent', 'Churn'),
    net: summed('money', 'Net revenue'),
    arpu: orNone('money', 'ARPU'),
  },
  chart: { by: 'month', of: ['at_end'] },
  sql: (call, days) => sql`
    WITH mark AS MATERIALIZED (${marks(call, days)}),
    covered AS MATERIALIZED (${covered(call)}),
    ends AS (
      SELECT m.n, count(*)::int AS at_end, count(*) FILTER (WHERE c.marks >> greatest(m.n - 1, 0) & 1 = 1)::int AS stayed,
        count(*) FILTER (WHERE m.n > 0 AND c.marks >> greatest(m.n - 1, 0) & 1 = 0 AND ${IS_NEW})::int AS new
      FROM covered c JOIN mark m ON c.marks >> m.n & 1 = 1 GROUP BY 1
    ), revenue AS (
      SELECT date_trunc('month', c.charged_on) AS month, sum(c.net) AS net
      FROM ${chargesOf(call, monthsOf(days))} GROUP BY 1
    ), months AS (
      SELECT m.day, coalesce(b.at_end, 0) AS at_begin, coalesce(e.at_end, 0) AS at_end, coalesce(e.stayed, 0) AS stayed,
        coalesce(e.new, 0) AS new, coalesce(v.net, 0)::numeric(20, 2) AS net
      FROM mark m LEFT JOIN ends b ON b.n = m.n - 1 LEFT JOIN ends e ON e.n = m.n
      LEFT JOIN revenue v ON v.month = date_trunc('month', m.day)
      WHERE m.n > 0
    )
    SELECT to_char(day, 'YYYY-MM') AS month, at_begin, new, at_end - stayed - new AS returned, at_begin - stayed AS lost, at_end,
      round(100.0 * (at_begin - stayed) / nullif(at_begin, 0), 2) AS churn, net,
      round(2 * net / nullif(at_begin + at_end, 0), 2) AS arpu
    FROM months`,
  order: sql`month`,
});
