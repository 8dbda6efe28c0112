import { z } from 'zod';
import { badParameter, Fault } from '../../../core/fault.ts';
import { byIsp } from '../../../core/tenancy/by-isp.ts';
import { viewInput } from '../../../core/tenancy/isp-view.ts';
import type { Scope } from '../../../core/tenancy/scope.ts';
import { amount, csv, dayOrTimestamp, oneOf, timestamp } from '../../../core/wire/index.ts';
import { endOfDay, nextSecond, startOfDay } from '../../../core/zone.ts';
import type { Database } from '../../../db/database.ts';
import { join, query, raw, type Sql, sql } from '../../../db/sql.ts';
import { ALL_REJECTS } from './all-rejects.ts';
import { REJECT_KINDS, SERIES, STEPS } from './vocabulary.ts';

export const seriesInput = viewInput.extend({
  series: csv(oneOf(SERIES)),
  from: dayOrTimestamp(),
  to: dayOrTimestamp(),
  step: oneOf(STEPS).default('hour'),
});

/** Points of a series in order; a step in which nothing happened has none. */
export const seriesOutput = z.array(
  z.object({ series: oneOf(SERIES), points: z.array(z.object({ at: timestamp(), value: amount() })) }),
);

type Step = (typeof STEPS)[number];
type Series = (typeof SERIES)[number];

const STEP_MS = { minute: 60_000, hour: 3_600_000, day: 86_400_000 } as const satisfies Record<Step, number>;
/** Two days of minutes. */
const MAX_POINTS = 2_880;

interface Reader {
  readonly db: Pick<Database, 'pool'>;
  readonly scope: Scope;
  readonly zone: string;
}

type Row = { readonly at: Date } & Record<Series, number>;

/** Reads one row per step and tenant, by the primary key. @throws Fault `forbidden` for a caller of some locations */
export async function readSeries(
  { db, scope, zone }: Reader,
  input: z.output<typeof seriesInput>,
): Promise<z.output<typeof seriesOutput>> {
  if (scope.locations !== null)
    throw new Fault(
      'forbidden',
      'series cover a whole ISP or reseller; a login user limited to locations cannot see them',
    );
  const from = input.from instanceof Date ? input.from : startOfDay(input.from, zone);
  const to = input.to instanceof Date ? nextSecond(input.to) : endOfDay(input.to, zone);
  if (to <= from) throw badParameter('to', 'must not be before from');
  if ((to.getTime() - from.getTime()) / STEP_MS[input.step] > MAX_POINTS + 1)
    throw badParameter('to', `must be at most ${MAX_POINTS} steps after from`);
  const rows = await query<Row>(db.pool, statement(scope, { ...input, from, to, zone }));
  return input.series.map((series) => ({
    series,
    points: rows.map((row) => ({ at: row.at, value: Number(row[series]) })).filter(({ value }) => value > 0),
  }));
}

interface Asked {
  readonly from: Date;
  readonly to: Date;
  readonly step: Step;
  readonly zone: string;
}

const SUMMED = ['accepts', ...REJECT_KINDS, 'up', 'down'];

/** First the sum over the tenants in each slot, then, for days, over the slots: of those online the highest. */
function statement(scope: Scope, { from, to, step, zone }: Asked): Sql {
  const [table, at] = step === 'minute' ? [sql`radius.pulse`, raw('minute')] : [sql`radius.pulse_hour`, raw('hour')];
  const one = scope.ispId === null ? byIsp('p.isp_id', scope) : sql`p.isp_id = ${scope.ispId}`;
  const slots = ['online', ...SUMMED].map((name) => sql`sum(p.${raw(name)})::float8 AS ${raw(name)}`);
  const steps = SUMMED.map((name) => sql`sum(${raw(name)}) AS ${raw(name)}`);
  const slot = step === 'day' ? sql`date_trunc('day', at, ${zone})` : sql`at`;
  return sql`
    SELECT ${slot} AS at, max(online) AS online, sum(${ALL_REJECTS}) AS rejects, ${join(steps, ', ')}
    FROM (
      SELECT p.${at} AS at, ${join(slots, ', ')} FROM ${table} p
      WHERE ${one} AND p.reseller_id = ${scope.resellerId ?? 0} AND p.${at} >= ${from} AND p.${at} < ${to}
      GROUP BY 1) slots
    GROUP BY 1 ORDER BY 1`;
}
