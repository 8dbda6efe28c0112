import type { Kernel } from '../../../../core/kernel.ts';
import { partOf, wholeInstallation } from '../../../../core/tenancy/scope.ts';
import { addDays, dayOf, startOfDay } from '../../../../core/zone.ts';
import { execute, query, sql } from '../../../../db/sql.ts';
import { ispsOf } from '../../../money/billing/run/candidates.ts';
import { parametersOf } from '../parameters-of.ts';
import type { Values } from '../report.ts';
import { REPORT_NAMES, type ReportName, reportNamed } from '../reports.ts';
import { keyOf } from './key.ts';

/** From here on an ISP has reports that take longer than two seconds. */
const LARGE = 10_000;
/** After midnight of the ISP, when the clock has turned. */
const AFTER_MS = 3 * 3_600_000;
const FORECAST_DAYS = 7;

/** Orders the usual reports of each large ISP, once a day. Returns how many were asked for. */
export async function orderDaily(
  { db, clock }: Pick<Kernel, 'db' | 'clock'>,
  { large = LARGE }: { large?: number } = {},
): Promise<number> {
  const big = await query<{ isp_id: number }>(
    db.pool,
    sql`SELECT t.isp_id FROM crm.service_tally t GROUP BY 1 HAVING sum(t.active + t.np + t.npd + t.suspend) >= ${large}`,
  );
  const ids = new Set(big.map(({ isp_id: id }) => id));
  const now = clock.now();
  let ordered = 0;
  for (const { isp_id: ispId, timezone } of await ispsOf(db.pool)) {
    const today = dayOf(now, timezone);
    if (ids.has(ispId) && now.getTime() - startOfDay(today, timezone).getTime() >= AFTER_MS)
      ordered += await orderFor(db, ispId, today);
  }
  return ordered;
}

/** What has been ordered today, or waits anyway, is left as it is. */
function orderFor({ pool }: Pick<Kernel['db'], 'pool'>, ispId: number, today: string): Promise<number> {
  const scope = partOf(wholeInstallation, { ispId, resellerId: null });
  const set = dailySet(today).map(([name, given]) => {
    const report = reportNamed(name);
    const input = parametersOf(report, given);
    return { report: name, parameters: input, key: keyOf({ report, input, scope }) };
  });
  return execute(
    pool,
    sql`INSERT INTO crm.prepared_report AS p (isp_id, report, parameters, key, asked_at, night, state, expires_at)
        SELECT ${ispId}::int, x.report, x.parameters, x.key, now(), ${today}::date, 'Waiting', now() + interval '3 days'
        FROM jsonb_to_recordset(${JSON.stringify(set)}::jsonb) AS x (report text, parameters jsonb, key text)
        ON CONFLICT (isp_id, key) DO UPDATE SET state = 'Waiting', attempts = 0, asked_by = NULL, asked_at = excluded.asked_at,
          night = excluded.night, problem = NULL
        WHERE p.night IS DISTINCT FROM excluded.night AND p.state IN ('Ready', 'Failed')`,
  );
}

type Days = { readonly from: string; readonly to: string };

/** Every report, with the parameters that people mostly look at. */
export function dailySet(today: string): [ReportName, Values][] {
  const yesterday = addDays(today, -1);
  const month = firstOfMonth(today);
  const lastMonth = { from: firstOfMonth(addDays(month, -1)), to: addDays(month, -1) };
  const spans: Days[] = month === today ? [lastMonth] : [lastMonth, { from: month, to: yesterday }];
  return REPORT_NAMES.flatMap((name): [ReportName, Values][] => {
    const { parameters } = reportNamed(name);
    if (name === 'subscribers_by_month') return [[name, yearUpTo(yesterday)]];
    if ('from' in parameters) return spans.map((days) => [name, { ...days }]);
    return [[name, 'until' in parameters ? { until: addDays(today, FORECAST_DAYS) } : {}]];
  });
}

const firstOfMonth = (day: string): string => `${day.slice(0, 7)}-01`;

/** The month of a day and the eleven before. */
function yearUpTo(day: string): Days {
  const [year, month] = [Number(day.slice(0, 4)), Number(day.slice(5, 7))];
  const first = month === 12 ? `${year}-01-01` : `${year - 1}-${String(month + 1).padStart(2, '0')}-01`;
  return { from: first, to: day };
}
