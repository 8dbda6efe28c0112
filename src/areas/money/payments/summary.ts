import { z } from 'zod';
import { badParameter } from '../../../core/fault.ts';
import { byIsp } from '../../../core/tenancy/by-isp.ts';
import { viewInput } from '../../../core/tenancy/isp-view.ts';
import { type Scope, scopeConditions } from '../../../core/tenancy/scope.ts';
import * as wire from '../../../core/wire/index.ts';
import { addDays } from '../../../core/zone.ts';
import type { Database } from '../../../db/database.ts';
import { join, query, raw, type Sql, sql } from '../../../db/sql.ts';
import { payments } from './list.ts';
import { PAYMENT_MODES } from './vocabulary.ts';

export const summaryInput = viewInput.extend({
  from_date: wire.ymd(),
  to_date: wire.ymd(),
  by: wire.oneOf(['day', 'mode', 'collector']),
});

/** Of `day`, `mode` and the collector only what the sums are by is set; a payment without a collector has none. */
export const paymentSums = z.array(
  z.object({
    day: wire.ymd().nullable(),
    mode: wire.oneOf(PAYMENT_MODES).nullable(),
    collectorid: wire.id().nullable(),
    collected_by: wire.shown().nullable(),
    payments: wire.count(),
    amt: wire.asStored(wire.money()),
    cancelled: wire.count(),
    cancelled_amt: wire.asStored(wire.money()),
  }),
);

const MAX_DAYS = 100;

const COLUMN = { day: 'paid_on', mode: 'mode', collector: 'collected_by' } as const;

/** Sums of payments and, apart from them, of those that were cancelled. Reads one index, of the days asked for. */
export async function sumPayments(
  { pool }: Pick<Database, 'pool'>,
  scope: Scope,
  { from_date: from, to_date: to, by }: z.output<typeof summaryInput>,
): Promise<z.output<typeof paymentSums>> {
  if (to < from) throw badParameter('to_date', 'must not be before from_date');
  if (to > addDays(from, MAX_DAYS - 1)) throw badParameter('to_date', `must be within ${MAX_DAYS} days of from_date`);
  const shown = (column: Sql, name: keyof typeof COLUMN) => (name === by ? column : sql`NULL`);
  return query(
    pool,
    sql`SELECT ${shown(sql`g.key`, 'day')}::date AS day, ${shown(sql`g.key`, 'mode')}::text AS mode,
          ${shown(sql`u.id`, 'collector')}::int AS collectorid, ${shown(sql`u.username`, 'collector')} AS collected_by,
          g.payments, g.amt, g.cancelled, g.cancelled_amt
        FROM (${groupedPayments(scope, { from, to }, by)}) g
        LEFT JOIN auth.login_user u ON ${by === 'collector' ? sql`u.id = g.key` : sql`false`}
        ORDER BY g.key`,
  );
}

/** Sums of the payments of these days, a row for each day, mode or id of a collector (`key`). */
export function groupedPayments(
  scope: Scope,
  { from, to }: { from: string; to: string },
  by: keyof typeof COLUMN,
): Sql {
  const conditions = [...scopeConditions(scope, payments.scope), byIsp('p.isp_id', scope)];
  const service = scope.locations === null ? sql`` : sql`LEFT JOIN crm.service s ON s.id = p.service_id`;
  return sql`
    SELECT p.${raw(COLUMN[by])} AS key, ${sums('Paid', 'payments', 'amt')}, ${sums('Cancelled', 'cancelled', 'cancelled_amt')}
    FROM crm.payment p ${service}
    WHERE ${join(conditions, ' AND ')} AND p.paid_on BETWEEN ${from}::date AND ${to}::date GROUP BY 1`;
}

const sums = (status: string, number: string, amt: string): Sql =>
  sql`count(*) FILTER (WHERE p.status = ${status})::int AS ${raw(number)},
    coalesce(sum(p.amt) FILTER (WHERE p.status = ${status}), 0)::numeric(20, 2) AS ${raw(amt)}`;
