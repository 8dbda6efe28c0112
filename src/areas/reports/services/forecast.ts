import { badParameter } from '../../../core/fault.ts';
import { scopeConditions, serviceScope } from '../../../core/scope.ts';
import { addDays } from '../../../core/zone.ts';
import { join, query, sql } from '../../../db/sql.ts';
import { type Forecast, forecastable, forecastServices } from '../../billing/nightly/forecast.ts';
import { total } from '../../billing/pricing/amounts.ts';
import { orNone, plain, summed } from '../columns.ts';
import { PARAMETERS } from '../parameters.ts';
import { codeReport, type ReportCall } from '../report.ts';

const RULES =
  'What the nightly run will do from now until a day, at most 92 days away, if nobody pays or changes anything before: computed by the run’s own rules, on a copy in memory. Wallets and credits are used up in the order of the days.';

/** Of one forecast: those of a few seconds. */
const MAX_SERVICES = 20_000;
const MAX_DAYS = 92;

const head = {
  access: 'report.read',
  parameters: { until: PARAMETERS.until },
} as const;

/** The events of the services that the caller sees, by day and service. @throws Fault of kind `badInput` */
async function foretell(call: ReportCall, until: string): Promise<Forecast[]> {
  const { kernel, scope, ispId, zone, today } = call;
  if (until > addDays(today, MAX_DAYS))
    throw badParameter('until', `must be at most ${MAX_DAYS} days after today, ${today}`);
  // Those who share a wallet or the ISP's credits with them are needed too.
  const { enable_usage_limit: limited = false } = (await limitsOf(call)) ?? {};
  const sellers = scope.resellerId === null || limited ? sql`true` : sql`s.reseller_id = ${scope.resellerId}`;
  const ids = await forecastable(kernel.db, { ispId, until, only: sellers });
  if (ids.length > MAX_SERVICES)
    throw badParameter(
      'until',
      `${ids.length} services are due until then, and a forecast takes ${MAX_SERVICES}; choose an earlier day or one reseller`,
    );
  const visible = await visibleOf(call, ids);
  const events: Forecast[] = [];
  for await (const event of forecastServices(kernel, { ispId, timezone: zone, until, ids }))
    if (visible.has(event.serviceId)) events.push(event);
  return events.sort((one, other) => one.day.localeCompare(other.day) || one.serviceId - other.serviceId);
}

async function limitsOf({ kernel, ispId }: ReportCall): Promise<{ enable_usage_limit: boolean } | undefined> {
  const [row] = await query<{ enable_usage_limit: boolean }>(
    kernel.db.pool,
    sql`SELECT enable_usage_limit FROM crm.isp WHERE id = ${ispId}`,
  );
  return row;
}

async function visibleOf({ kernel, scope }: ReportCall, ids: readonly number[]): Promise<Set<number>> {
  const conditions = [...scopeConditions(scope, serviceScope('s')), sql`s.id = ANY(${[...ids]}::int[])`];
  const rows = await query<{ id: number }>(
    kernel.db.pool,
    sql`SELECT s.id FROM crm.service s WHERE ${join(conditions, ' AND ')}`,
  );
  return new Set(rows.map(({ id }) => id));
}

/** What an event is, by the columns of the sums. */
const IS = {
  begins: ({ was, period }: Forecast) => was === 'NewRequest' && period !== null,
  renews: ({ was, prepaid, period }: Forecast) => prepaid && was !== 'NewRequest' && period !== null,
  bills: ({ prepaid, invoiced }: Forecast) => !prepaid && !invoiced.isZero(),
  np: ({ was, becomes }: Forecast) => was !== 'NP' && becomes === 'NP',
  npd: ({ was, becomes }: Forecast) => was !== 'NPD' && becomes === 'NPD',
  fails: ({ problem }: Forecast) => problem !== null,
} as const;
const KINDS = Object.keys(IS) as (keyof typeof IS)[];

const countsOf = (events: readonly Forecast[]) =>
  Object.fromEntries(KINDS.map((kind) => [kind, events.filter((event) => IS[kind](event)).length]));

const sumsOf = (events: readonly Forecast[]) => ({
  charged: total(events.map(({ charged }) => charged)).toFixed(2),
  invoiced: total(events.map(({ invoiced }) => invoiced)).toFixed(2),
});

export const forecastByDay = codeReport({
  ...head,
  name: 'forecast',
  title: 'Forecast by day',
  description: `${RULES} \`begins\`: first periods; \`renews\`: prepaid services whose advance covers the next period; \`bills\`: postpaid services that are invoiced; \`np\` and \`npd\`: services that become so; \`fails\`: services that the run will not be able to advance. A service may be in several columns, on several days.`,
  aliases: ['/billing/forecast'],
  columns: {
    day: plain('day', 'Day'),
    begins: summed('count', 'Begin'),
    renews: summed('count', 'Renewed'),
    bills: summed('count', 'Billed'),
    np: summed('count', 'Become NP'),
    npd: summed('count', 'Become NPD'),
    fails: summed('count', 'Fail'),
    charged: summed('money', 'Charged'),
    invoiced: summed('money', 'Invoiced'),
  },
  async read(call, { until }) {
    const events = await foretell(call, until);
    const days = [...new Set(events.map(({ day }) => day))];
    const rows = days.map((day) => {
      const its = events.filter((event) => event.day === day);
      return { day, ...countsOf(its), ...sumsOf(its) };
    });
    return { rows: rows.slice(0, call.maxRows), total: { ...countsOf(events), ...sumsOf(events) }, count: rows.length };
  },
});

export const forecastOfServices = codeReport({
  ...head,
  name: 'forecast_services',
  title: 'Forecast by service',
  description: `${RULES} A row for each service and day on which something happens to it: its status before and after, the period that opens, what is charged and invoiced, and its balance afterwards, above 0 if it owes. \`problem\` says why the run will fail for it.`,
  columns: {
    day: plain('day', 'Day'),
    serviceid: plain('id', 'Service id'),
    username: plain('text', 'Username'),
    was: plain('text', 'Status before'),
    becomes: plain('text', 'Status after'),
    valid_from: orNone('day', 'Valid from'),
    valid_upto: orNone('day', 'Valid until'),
    charged: summed('money', 'Charged'),
    invoiced: summed('money', 'Invoiced'),
    balance: plain('money', 'Balance'),
    problem: orNone('text', 'Problem'),
  },
  async read(call, { until }) {
    const events = await foretell(call, until);
    const rows = events.slice(0, call.maxRows).map((event) => ({
      day: event.day,
      serviceid: event.serviceId,
      username: event.username,
      was: event.was,
      becomes: event.becomes,
      valid_from: event.period?.startsOn ?? null,
      valid_upto: event.period?.endsOn ?? null,
      charged: event.charged.toFixed(2),
      invoiced: event.invoiced.toFixed(2),
      balance: event.osAmt.toFixed(2),
      problem: event.problem,
    }));
    return { rows, total: sumsOf(events), count: events.length };
  },
});
