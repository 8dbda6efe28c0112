import { z } from 'zod';
import { runList } from '../../../core/list/index.ts';
import { viewInput, viewOf } from '../../../core/tenancy/isp-view.ts';
import { type Scope, scopeConditions } from '../../../core/tenancy/scope.ts';
import * as wire from '../../../core/wire/index.ts';
import type { Database } from '../../../db/database.ts';
import { join, query, type Sql, sql } from '../../../db/sql.ts';
import { pendingLeads } from './list.ts';
import { PENDING, type PendingStatus } from './workflow.ts';

/** Leads of a stage are counted up to this number, so that the board takes as long with a million of them. */
export const MAX_COUNT = 10_000;

export const boardInput = z.strictObject({
  ...viewInput.shape,
  location_code: wire.code().optional(),
  assigned_to: wire.id().optional(),
  limit: wire.wholeNumber(1, 50).default(20),
});

type BoardInput = z.output<typeof boardInput>;

export const board = z.array(
  z.object({
    status: wire.oneOf(PENDING),
    /** At most 10,000, which stands for that many or more. */
    count: wire.count(),
    /** The oldest first. */
    leads: z.array(pendingLeads.row),
  }),
);

interface Reader {
  readonly db: Pick<Database, 'pool' | 'lookups' | 'history'>;
  readonly scope: Scope;
  readonly zone: string;
}

/** The pending leads by stage: how many, and the first of each. @throws as `viewOf` */
export async function readBoard({ db, scope, zone }: Reader, input: BoardInput): Promise<z.output<typeof board>> {
  const { limit, ...filters } = input;
  const view = await viewOf(db, scope, input);
  const stages = PENDING.map(async (status) => {
    const page = { ...filters, status, rows_limit: limit, rows_offset: 0, show_count: false };
    const sorted = { ...page, sort_field: 'id' as const, sort_order: 'asc' as const };
    return (await runList(db, pendingLeads, { scope: view, zone, input: sorted })) as z.output<
      typeof pendingLeads.row
    >[];
  });
  const [counts, ...leads] = await Promise.all([
    query<{ status: PendingStatus; count: number }>(db.pool, countsStatement(view, filters)),
    ...stages,
  ]);
  const countOf = new Map(counts.map(({ status, count }) => [status, count]));
  return PENDING.map((status, at) => ({ status, count: countOf.get(status) ?? 0, leads: leads[at] ?? [] }));
}

/** Counts the leads of each stage, no further than `MAX_COUNT`. */
export function countsStatement(scope: Scope, filters: Omit<BoardInput, 'limit'>): Sql {
  const { ispid, resellerid, location_code, assigned_to } = filters;
  const conditions = [
    sql`l.status = stage.status`,
    ...scopeConditions(scope, pendingLeads.scope),
    ...(ispid === undefined ? [] : [sql`l.isp_id = ${ispid}`]),
    ...(resellerid === undefined ? [] : [sql`l.reseller_id = ${resellerid}`]),
    ...(location_code === undefined ? [] : [sql`l.location_code = ${location_code}`]),
    ...(assigned_to === undefined ? [] : [sql`l.assigned_to = ${assigned_to}`]),
  ];
  return sql`SELECT stage.status,
      (SELECT count(*) FROM (SELECT 1 FROM crm.lead l WHERE ${join(conditions, ' AND ')} LIMIT ${MAX_COUNT}) counted)::int AS count
    FROM unnest(${[...PENDING]}::text[]) AS stage (status)`;
}
