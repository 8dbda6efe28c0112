import { z } from 'zod';
import { viewOf } from '../../../../core/tenancy/isp-view.ts';
import { type Scope, scopeConditions } from '../../../../core/tenancy/scope.ts';
import * as wire from '../../../../core/wire/index.ts';
import { join, query, type Sql, sql } from '../../../../db/sql.ts';
import { REPORT_NAMES, type ReportName, reportNamed } from '../reports.ts';
import { type Asking, checkOwner, isOffered } from '../wanted.ts';
import { STATES } from './ask.ts';
import { locationsOf } from './key.ts';

const MAX_ROWS = 200;

export const preparedInput = z.strictObject({
  report: wire.oneOf(REPORT_NAMES).optional(),
  ispid: wire.described('required if the caller belongs to no ISP', wire.id()).optional(),
});

export const preparedList = z.array(
  z.object({
    id: wire.id(),
    report: wire.oneOf(REPORT_NAMES),
    resellerid: wire.ownerId(),
    from: wire.ymd().nullable(),
    to: wire.ymd().nullable(),
    days: wire.count().nullable(),
    until: wire.ymd().nullable(),
    top: wire.count().nullable(),
    state: wire.oneOf(STATES),
    problem: wire.shown().nullable(),
    asked_at: wire.timestamp(),
    asked_by: wire.shown().nullable(),
    prepared_at: wire.timestamp().nullable(),
    seconds: wire.count().nullable(),
    count: wire.count().nullable(),
  }),
);

interface PreparedRow {
  id: number;
  report: ReportName;
  reseller_id: number | null;
  parameters: { from?: string; to?: string; days?: number; until?: string; top?: number };
  state: (typeof STATES)[number];
  problem: string | null;
  asked_at: Date;
  asked_by: string | null;
  made_at: Date | null;
  took: number | null;
  row_count: number | null;
}

/** Whose figures a caller may see: what was prepared for other locations than its own, more or fewer, it may not. */
export function visible(scope: Scope): Sql[] {
  const locations = locationsOf(scope);
  return [
    ...scopeConditions(scope, { isp: 'p.isp_id', reseller: 'p.reseller_id' }),
    locations === null ? sql`p.locations IS NULL` : sql`p.locations = ${JSON.stringify(locations)}::jsonb`,
  ];
}

/** The prepared reports that the caller may see, the newest first. @throws Fault of kind `badInput` without an ISP */
export async function listPrepared(
  { kernel, actor, scope }: Pick<Asking, 'kernel' | 'actor' | 'scope'>,
  { report, ispid }: z.output<typeof preparedInput>,
): Promise<z.output<typeof preparedList>> {
  checkOwner(scope, { ispid });
  const view = await viewOf(kernel.db, scope, { ispid });
  const names = REPORT_NAMES.filter((name) => (report ?? name) === name && isOffered(actor, scope, reportNamed(name)));
  const conditions = [...visible(view), sql`p.report = ANY(${names}::text[])`];
  const rows = await query<PreparedRow>(
    kernel.db.pool,
    sql`SELECT p.id, p.report, p.reseller_id, p.parameters, p.state, p.problem, p.asked_at, p.asked_by, p.made_at, p.took, p.row_count
        FROM crm.prepared_report p WHERE ${join(conditions, ' AND ')} ORDER BY p.asked_at DESC, p.id DESC LIMIT ${MAX_ROWS}`,
  );
  return rows.map(({ parameters: { from, to, days, until, top }, ...row }) => ({
    ...{ id: row.id, report: row.report, resellerid: row.reseller_id ?? 0 },
    ...{ from: from ?? null, to: to ?? null, days: days ?? null, until: until ?? null, top: top ?? null },
    ...{ state: row.state, problem: row.problem, asked_at: row.asked_at, asked_by: row.asked_by },
    ...{
      prepared_at: row.made_at,
      seconds: row.took === null ? null : Math.round(row.took / 1000),
      count: row.row_count,
    },
  }));
}
