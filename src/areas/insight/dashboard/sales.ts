import { z } from 'zod';
import { sumOf } from '../../../core/money.ts';
import { byIsp } from '../../../core/tenancy/by-isp.ts';
import { type Scope, scopeConditions } from '../../../core/tenancy/scope.ts';
import { count, money, oneOf } from '../../../core/wire/index.ts';
import type { Database } from '../../../db/database.ts';
import { join, query, sql } from '../../../db/sql.ts';
import { payments } from '../../money/payments/list.ts';
import { PAYMENT_MODES } from '../../money/payments/vocabulary.ts';
import { pendingLeads } from '../../subscribers/leads/list.ts';
import { PENDING, type PendingStatus } from '../../subscribers/leads/workflow.ts';

export const collected = z.array(z.object({ mode: oneOf(PAYMENT_MODES), payments: count(), amt: money() }));

/** Payments of a day by mode, those that were not cancelled: that many entries of an index. */
export function collectedOn(
  { pool }: Pick<Database, 'pool'>,
  scope: Scope,
  day: string,
): Promise<z.output<typeof collected>> {
  const conditions = [...scopeConditions(scope, payments.scope), byIsp('p.isp_id', scope)];
  const service = scope.locations === null ? sql`` : sql`LEFT JOIN crm.service s ON s.id = p.service_id`;
  return query(
    pool,
    sql`SELECT p.mode, count(*)::int AS payments, sum(p.amt) AS amt FROM crm.payment p ${service}
        WHERE ${join(conditions, ' AND ')} AND p.paid_on = ${day}::date AND p.status = 'Paid' GROUP BY 1 ORDER BY 1`,
  );
}

/** The sum of it, also that many entries of an index. */
export async function sumCollectedOn(db: Pick<Database, 'pool'>, scope: Scope, day: string): Promise<string> {
  const modes = await collectedOn(db, scope, day);
  return sumOf(...modes.map(({ amt }) => amt));
}

type Stages = Record<PendingStatus, number>;

export const leadStages = z.object(
  Object.fromEntries(PENDING.map((stage) => [stage, count()])) as Record<PendingStatus, ReturnType<typeof count>>,
);

/** Pending leads by stage. Closed ones, which pile up, are not read. */
export async function countStages({ pool }: Pick<Database, 'pool'>, scope: Scope): Promise<Stages> {
  const conditions = [...scopeConditions(scope, pendingLeads.scope), byIsp('l.isp_id', scope)];
  const rows = await query<{ status: PendingStatus; count: number }>(
    pool,
    sql`SELECT l.status, count(*)::int AS count FROM crm.lead l
        WHERE ${join(conditions, ' AND ')} AND l.status = ANY(${[...PENDING]}::text[]) GROUP BY 1`,
  );
  const stages = Object.fromEntries(PENDING.map((stage) => [stage, 0])) as Stages;
  for (const { status, count } of rows) stages[status] = count;
  return stages;
}
