import { z } from 'zod';
import { badParameter } from '../../../core/fault.ts';
import { viewInput, viewOf } from '../../../core/tenancy/isp-view.ts';
import { type Scope, scopeConditions } from '../../../core/tenancy/scope.ts';
import * as wire from '../../../core/wire/index.ts';
import type { Database } from '../../../db/database.ts';
import { join, query, type Sql, sql } from '../../../db/sql.ts';
import { REJECT_KINDS } from '../series/vocabulary.ts';
import { sessionScope } from './columns.ts';
import { DAYS_BEFORE, HOUR_MS, summedHours } from './refusal-hours.ts';
import { REJECT_WORDS } from './reject-words.ts';

export const refusalsInput = viewInput.extend({
  hours: wire.described('when absent, 24', wire.wholeNumber(1, 24)).default(24),
});

const counts = { refused: wire.count(), yesterday: wire.count(), last_week: wire.count() };

/** Refused log-ins of some hours, of the same hours the day before, and of the same hours a week before. */
export const refusals = z.object({
  from: wire.timestamp(),
  upto: wire.timestamp(),
  ...counts,
  reasons: z.array(
    z.object({ kind: wire.oneOf(REJECT_KINDS), reason: wire.shown(), next_step: wire.shown(), ...counts }),
  ),
  nases: z.array(z.object({ nasid: wire.id(), name: wire.shown().nullable(), ...counts })),
  plans: z.array(z.object({ planid: wire.id(), name: wire.shown().nullable(), ...counts })),
  locations: z.array(z.object({ location_code: wire.shown(), name: wire.shown().nullable(), ...counts })),
  macs: z.array(z.object({ mac: wire.shown(), ...counts })),
});

type Refusals = z.output<typeof refusals>;

interface Row {
  /** A bit is 0 for the column that the row is about, and the others are null; all bits are 1 in the sum. */
  readonly about: number;
  readonly kind: (typeof REJECT_KINDS)[number] | null;
  readonly nas_id: number | null;
  readonly nas: string | null;
  readonly plan_id: number | null;
  readonly plan: string | null;
  readonly location_code: string | null;
  readonly location: string | null;
  readonly mac: string | null;
  readonly refused: number;
  readonly yesterday: number;
  readonly last_week: number;
}

/** As `grouping()` says it. */
const ABOUT = { kind: 0b01111, nas: 0b10111, plan: 0b11011, location: 0b11101, mac: 0b11110, all: 0b11111 } as const;

/** @throws Fault of kinds `notFound` for an owner outside the scope, `badInput` for a caller of all ISPs that names none */
export async function countRefusals(
  db: Pick<Database, 'pool'>,
  { scope: caller, now }: { readonly scope: Scope; readonly now: Date },
  input: z.output<typeof refusalsInput>,
): Promise<Refusals> {
  const scope = await viewOf(db, caller, input);
  if (scope.ispId === null) throw badParameter('ispid', 'is required');
  const span = { from: new Date(now.getTime() - input.hours * HOUR_MS), upto: now };
  const rows = await query<Row>(db.pool, statement(scope, span, await summedHours(db.pool, scope.ispId)));
  const of = (about: number) => rows.filter((row) => row.about === about);
  const countsOf = ({ refused, yesterday, last_week }: Pick<Row, 'refused' | 'yesterday' | 'last_week'>) => ({
    refused,
    yesterday,
    last_week,
  });
  const [all] = of(ABOUT.all);
  return {
    ...span,
    ...(all ? countsOf(all) : { refused: 0, yesterday: 0, last_week: 0 }),
    reasons: of(ABOUT.kind).flatMap(({ kind, ...row }) =>
      kind === null ? [] : [{ kind, ...REJECT_WORDS[kind], ...countsOf(row) }],
    ),
    nases: of(ABOUT.nas).flatMap(({ nas_id: nasid, ...row }) =>
      nasid === null ? [] : [{ nasid, name: row.nas, ...countsOf(row) }],
    ),
    plans: of(ABOUT.plan).flatMap(({ plan_id: planid, ...row }) =>
      planid === null ? [] : [{ planid, name: row.plan, ...countsOf(row) }],
    ),
    locations: of(ABOUT.location).flatMap(({ location_code, ...row }) =>
      location_code === null ? [] : [{ location_code, name: row.location, ...countsOf(row) }],
    ),
    macs: of(ABOUT.mac).flatMap(({ mac, ...row }) => (mac === null ? [] : [{ mac, ...countsOf(row) }])),
  };
}

const DAY_MS = 24 * HOUR_MS;
/** Of each kind of group. */
const MAX_GROUPS = 10;

/**
 * Whole hours as they are summed up, the rest from an index of the log that has refused log-ins only. Attempts are first summed by service
 * and device; what they are of is looked up once for each.
 */
function statement(
  scope: Scope,
  { from, upto }: Pick<Refusals, 'from' | 'upto'>,
  summed: { first: number; end: number },
): Sql {
  const own = join(scopeConditions(scope, sessionScope), ' AND ');
  const logged = (days: number, since: number, before: number): Sql => sql`
    SELECT ${days}::int AS days, coalesce(x.kind, 'other') AS kind, x.nas_id, x.service_id, x.mac, 1 AS attempts
    FROM radius.auth_log x
    WHERE ${own} AND x.response = 'Access-Reject' AND x.at >= ${new Date(since)} AND x.at < ${new Date(before)}`;
  const of = (days: number): Sql => {
    const since = from.getTime() - days * DAY_MS;
    const before = upto.getTime() - days * DAY_MS;
    const first = Math.max(Math.ceil(since / HOUR_MS), summed.first);
    const end = Math.min(Math.floor(before / HOUR_MS), summed.end);
    if (end <= first) return logged(days, since, before);
    return sql`
      SELECT ${days}::int AS days, x.kind, x.nas_id, nullif(x.service_id, 0) AS service_id, nullif(x.mac, '') AS mac,
        x.attempts
      FROM radius.refusal_hour x WHERE ${own} AND x.hour >= ${first} AND x.hour < ${end}
      UNION ALL ${logged(days, since, first * HOUR_MS)} UNION ALL ${logged(days, end * HOUR_MS, before)}`;
  };
  const sum = (days: number): Sql => sql`coalesce(sum(a.attempts) FILTER (WHERE a.days = ${days}), 0)::int`;
  return sql`
    WITH attempts AS MATERIALIZED (
      SELECT days, kind, nas_id, service_id, mac, sum(attempts) AS attempts
      FROM (${join(DAYS_BEFORE.map(of), ' UNION ALL ')}) x GROUP BY 1, 2, 3, 4, 5
    ), grouped AS (
      SELECT grouping(a.kind, a.nas_id, s.plan_id, s.location_code, a.mac) AS about, a.kind, a.nas_id, s.plan_id,
        s.location_code, a.mac, ${sum(0)} AS refused, ${sum(1)} AS yesterday, ${sum(7)} AS last_week
      FROM attempts a LEFT JOIN crm.service s ON s.id = a.service_id
      GROUP BY GROUPING SETS ((), (a.kind), (a.nas_id), (s.plan_id), (s.location_code), (a.mac))
    ), ranked AS (
      SELECT g.*, row_number() OVER (PARTITION BY about ORDER BY refused DESC, yesterday DESC, last_week DESC, kind, nas_id,
        plan_id, location_code, mac) AS place
      FROM grouped g WHERE num_nonnulls(kind, nas_id, plan_id, location_code, mac) > 0 OR about = ${ABOUT.all}
    )
    SELECT r.about, r.kind, r.nas_id, n.name AS nas, r.plan_id, p.name AS plan, r.location_code, l.name AS location, r.mac,
      r.refused, r.yesterday, r.last_week
    FROM ranked r LEFT JOIN radius.nas n ON n.id = r.nas_id AND n.isp_id = ${scope.ispId}
      LEFT JOIN crm.plan p ON p.id = r.plan_id AND p.isp_id = ${scope.ispId}
      LEFT JOIN crm.location l ON l.code = r.location_code AND l.isp_id = ${scope.ispId}
    WHERE r.place <= ${MAX_GROUPS} ORDER BY r.about, r.place`;
}
