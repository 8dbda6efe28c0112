import { z } from 'zod';
import { type Scope, scopeConditions } from '../../../core/tenancy/scope.ts';
import { code, count, id, oneOf, ownerId } from '../../../core/wire/index.ts';
import type { Database } from '../../../db/database.ts';
import { join, query, sql } from '../../../db/sql.ts';
import { pendingLeads } from './list.ts';
import { NEW_SOURCES } from './vocabulary.ts';
import { CLOSED, type LeadStatus, PENDING } from './workflow.ts';

/** Contract 4.8. */
export const leadCountInput = z.strictObject({
  ispid: id().optional(),
  resellerid: ownerId().optional(),
  location_code: code().optional(),
  sub_location_code: code().optional(),
  source: oneOf(NEW_SOURCES).optional(),
});

const STATUSES: readonly LeadStatus[] = [...PENDING, ...CLOSED];
type Counts = Record<LeadStatus, number>;

export const leadCounts = z.object(
  Object.fromEntries(STATUSES.map((status) => [status, count()])) as Record<LeadStatus, ReturnType<typeof count>>,
);

/** How many leads are in each status. */
export async function countLeads(
  db: Pick<Database, 'pool'>,
  scope: Scope,
  input: z.output<typeof leadCountInput>,
): Promise<Counts> {
  const conditions = scopeConditions(scope, pendingLeads.scope);
  if (input.ispid !== undefined) conditions.push(sql`l.isp_id = ${input.ispid}`);
  if (input.resellerid !== undefined) conditions.push(sql`coalesce(l.reseller_id, 0) = ${input.resellerid}`);
  if (input.location_code !== undefined) conditions.push(sql`l.location_code = ${input.location_code}`);
  if (input.sub_location_code !== undefined) conditions.push(sql`l.sub_location_code = ${input.sub_location_code}`);
  if (input.source !== undefined) conditions.push(sql`l.source = ${input.source}`);
  const where = conditions.length === 0 ? sql`` : sql`WHERE ${join(conditions, ' AND ')}`;
  const rows = await query<{ status: LeadStatus; count: number }>(
    db.pool,
    sql`SELECT l.status, count(*)::int AS count FROM crm.lead l ${where} GROUP BY 1`,
  );
  const counts = Object.fromEntries(STATUSES.map((status) => [status, 0])) as Counts;
  for (const row of rows) counts[row.status] = row.count;
  return counts;
}
