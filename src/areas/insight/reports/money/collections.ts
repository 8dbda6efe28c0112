import { sql } from '../../../../db/sql.ts';
import { groupedPayments } from '../../../money/payments/summary.ts';
import { named, orNone, plain, summed } from '../columns.ts';
import { OF_A_YEAR } from '../parameters.ts';
import { sqlReport } from '../sql-report.ts';

const SUMS = {
  payments: summed('count', 'Payments'),
  amt: summed('money', 'Collected'),
  cancelled: summed('count', 'Cancelled'),
  cancelled_amt: summed('money', 'Cancelled amount'),
};

const DESCRIPTION =
  'Payments by the day of the payment. Cancelled payments, which the ledger reversed, are counted apart and are in no other sum.';

const shared = {
  ...OF_A_YEAR,
  description: DESCRIPTION,
  group: 'collections',
  access: 'report.read',
} as const;

const sums = sql`g.payments, g.amt, g.cancelled, g.cancelled_amt`;

export const collectionsByDay = sqlReport({
  ...shared,
  name: 'collections_by_day',
  title: 'Collections by day',
  columns: { day: plain('day', 'Day'), ...SUMS },
  chart: { by: 'day', of: ['amt'] },
  sql: ({ scope }, days) => sql`SELECT g.key AS day, ${sums} FROM (${groupedPayments(scope, days, 'day')}) g`,
  order: sql`day`,
});

export const collectionsByMode = sqlReport({
  ...shared,
  name: 'collections_by_mode',
  title: 'Collections by mode',
  columns: { mode: plain('text', 'Mode'), ...SUMS },
  chart: { by: 'mode', of: ['amt'] },
  sql: ({ scope }, days) => sql`SELECT g.key AS mode, ${sums} FROM (${groupedPayments(scope, days, 'mode')}) g`,
  order: sql`mode`,
});

export const collectionsByCollector = sqlReport({
  ...shared,
  name: 'collections_by_collector',
  title: 'Collections by collector',
  description: `${DESCRIPTION} Payments without a collector, such as online payments, have none here.`,
  columns: {
    collectorid: named('collected_by', orNone('id', 'Collector id')),
    collected_by: orNone('text', 'Collector'),
    ...SUMS,
  },
  chart: { by: 'collected_by', of: ['amt'] },
  sql: ({ scope }, days) => sql`
    SELECT u.id AS collectorid, u.username AS collected_by, ${sums}
    FROM (${groupedPayments(scope, days, 'collector')}) g LEFT JOIN auth.login_user u ON u.id = g.key`,
  order: sql`collected_by, collectorid`,
});
