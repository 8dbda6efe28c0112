import { z } from 'zod';
import { Fault } from '../../../core/fault.ts';
import { type Scope, scopeConditions, serviceScope } from '../../../core/tenancy/scope.ts';
import { code, count, id, ownerId } from '../../../core/wire/index.ts';
import type { Database } from '../../../db/database.ts';
import { join, query, sql } from '../../../db/sql.ts';

/** Filters; they need credentials. */
export const statusCountInput = z.strictObject({
  ispid: id().optional(),
  resellerid: ownerId().optional(),
  location_code: code().optional(),
  sub_location_code: code().optional(),
});

/** Contract 4.1. */
export const statusCounts = z.object({
  Active: count(),
  Suspend: count(),
  NP: count(),
  NPD: count(),
  Online: count(),
  Total: count(),
});

type Counts = z.output<typeof statusCounts>;
type Filters = z.output<typeof statusCountInput>;

/** Services by status, and how many of them are online; `Total` is Active, Suspend, NP and NPD together. */
export async function countByStatus(db: Pick<Database, 'pool'>, scope: Scope, input: Filters): Promise<Counts> {
  const conditions = scopeConditions(scope, serviceScope('s'));
  if (input.ispid !== undefined) conditions.push(sql`s.isp_id = ${input.ispid}`);
  if (input.resellerid !== undefined) conditions.push(sql`coalesce(s.reseller_id, 0) = ${input.resellerid}`);
  if (input.location_code !== undefined) conditions.push(sql`s.location_code = ${input.location_code}`);
  if (input.sub_location_code !== undefined) conditions.push(sql`s.sub_location_code = ${input.sub_location_code}`);
  conditions.push(sql`s.status IN ('Active', 'Suspend', 'NP', 'NPD')`);
  const where = join(conditions, ' AND ');
  const byStatus = query<{ status: string; count: number }>(
    db.pool,
    sql`SELECT s.status, count(*)::int AS count FROM crm.service s WHERE ${where} GROUP BY 1`,
  );
  const online = query<{ count: number }>(
    db.pool,
    sql`SELECT count(DISTINCT s.id)::int AS count FROM radius.session x JOIN crm.service s ON s.id = x.service_id WHERE x.ended_at IS NULL AND ${where}`,
  );
  // Awaited together, so that no rejection goes unhandled.
  const [statuses, sessions] = await Promise.all([byStatus, online]);
  const counts = new Map(statuses.map((row) => [row.status, row.count]));
  const of = (status: string) => counts.get(status) ?? 0;
  const [Active, Suspend, NP, NPD] = [of('Active'), of('Suspend'), of('NP'), of('NPD')];
  return { Active, Suspend, NP, NPD, Online: sessions[0]?.count ?? 0, Total: Active + Suspend + NP + NPD };
}

/** Without credentials there are only the totals of the installation, if they are public. */
export function checkAnonymousAccess(isAuthenticated: boolean, input: Filters, publicCount: boolean): void {
  if (isAuthenticated) return;
  if (!publicCount) throw new Fault('unauthenticated', 'userid and api_key are required');
  if (Object.values(input).some((value) => value !== undefined))
    throw new Fault('unauthenticated', 'filters need userid and api_key');
}
