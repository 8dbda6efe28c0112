import { setTimeout as sleep } from 'node:timers/promises';
import { badParameter } from '../../../../core/fault.ts';
import { type Scope, scopeConditions, serviceScope } from '../../../../core/tenancy/scope.ts';
import { addDays } from '../../../../core/zone.ts';
import { join, query, sql } from '../../../../db/sql.ts';
import { forecastable, forecastServices } from '../../../money/billing/run/forecast.ts';
import type { Forecast } from '../../../money/billing/run/forecast-step.ts';
import type { ReportCall } from '../report.ts';

const MAX_DAYS = 92;
/** Services that draw on a wallet or on limited credits stay in memory together, each with all that is known of it. */
const MAX_TOGETHER = 20_000;

/** @throws Fault of kind `badInput` */
export function checkUntil({ until }: { until: string }, { today }: Pick<ReportCall, 'today'>): void {
  if (until > addDays(today, MAX_DAYS))
    throw badParameter('until', `must be at most ${MAX_DAYS} days after today, ${today}`);
}

/** The events of the services that the caller sees, in no order. @throws Fault of kind `badInput` if too many are due */
export async function* foretell(call: ReportCall, until: string, maxServices: number): AsyncGenerator<Forecast> {
  const { kernel, scope, ispId, prepared = false } = call;
  // Those who share a wallet or the ISP's credits with them are needed too.
  const { enable_usage_limit: limited = false } = (await limitsOf(call)) ?? {};
  const sellers = scope.resellerId === null || limited ? sql`true` : sql`s.reseller_id = ${scope.resellerId}`;
  const ids = await forecastable(kernel.db, { ispId, until, only: sellers });
  if (ids.length > maxServices) throw tooMany(ids.length, maxServices, prepared);
  const isVisible = await visibleOf(call, ids);
  const between = prepared ? gentle(call.signal) : undefined;
  const question = { ispId, until, ids, maxTogether: MAX_TOGETHER, between };
  for await (const event of forecastServices(kernel, question)) if (isVisible(event.serviceId)) yield event;
}

function tooMany(due: number, max: number, prepared: boolean) {
  const advice = prepared ? 'choose' : 'have it prepared, or choose';
  return badParameter(
    'until',
    `${due} services are due by then, but a forecast can cover only ${max}; ${advice} an earlier day or one reseller`,
  );
}

/** Half of the time is left to others of this node: nobody waits for it. */
function gentle(signal: AbortSignal | undefined): () => Promise<void> {
  let began = performance.now();
  return async () => {
    signal?.throwIfAborted();
    await sleep(performance.now() - began);
    began = performance.now();
  };
}

async function limitsOf({ kernel, ispId }: ReportCall): Promise<{ enable_usage_limit: boolean } | undefined> {
  const [row] = await query<{ enable_usage_limit: boolean }>(
    kernel.db.pool,
    sql`SELECT enable_usage_limit FROM crm.isp WHERE id = ${ispId}`,
  );
  return row;
}

const isWhole = ({ resellerId, locations }: Scope): boolean => resellerId === null && locations === null;

async function visibleOf({ kernel, scope }: ReportCall, ids: readonly number[]): Promise<(id: number) => boolean> {
  if (isWhole(scope)) return () => true;
  const conditions = [...scopeConditions(scope, serviceScope('s')), sql`s.id = ANY(${[...ids]}::int[])`];
  const rows = await query<{ id: number }>(
    kernel.db.pool,
    sql`SELECT s.id FROM crm.service s WHERE ${join(conditions, ' AND ')}`,
  );
  const visible = new Set(rows.map(({ id }) => id));
  return (id) => visible.has(id);
}
