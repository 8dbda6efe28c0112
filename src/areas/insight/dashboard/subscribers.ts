import { z } from 'zod';
import { byIsp } from '../../../core/tenancy/by-isp.ts';
import { type Scope, scopeConditions, serviceScope } from '../../../core/tenancy/scope.ts';
import { count, money } from '../../../core/wire/index.ts';
import { addDays, startOfDay } from '../../../core/zone.ts';
import type { Database } from '../../../db/database.ts';
import { join, query, raw, sql } from '../../../db/sql.ts';
import { tallyWhere } from './tallies.ts';

/** By status as in `service/status_count`; `Total` is without NewRequest. */
export const subscribers = z.object({
  Active: count(),
  NP: count(),
  NPD: count(),
  Suspend: count(),
  NewRequest: count(),
  Total: count(),
});

/** Services that owe something, and the sum of it. */
export const outstanding = z.object({ services: count(), amt: money() });

interface Sums extends z.output<typeof subscribers> {
  readonly online: number;
  readonly services: number;
  readonly amt: string;
}

/** Sums of the tally: one row per owner and location that the caller sees. */
export async function subscriberSums({ pool }: Pick<Database, 'pool'>, scope: Scope) {
  const [row] = await query<Sums>(
    pool,
    sql`SELECT ${total('active')} AS "Active", ${total('np')} AS "NP", ${total('npd')} AS "NPD",
          ${total('suspend')} AS "Suspend", ${total('new_request')} AS "NewRequest",
          coalesce(sum(t.active + t.np + t.npd + t.suspend), 0)::int AS "Total",
          ${total('online')} AS online, ${total('owing')} AS services, coalesce(sum(t.owed), 0)::numeric(20, 2) AS amt
        FROM crm.service_tally t WHERE ${tallyWhere(scope)}`,
  );
  if (!row) throw new Error('a sum has one row');
  const { online, services, amt, ...statuses } = row;
  return { statuses, online, outstanding: { services, amt } };
}

const total = (column: string) => sql`coalesce(sum(t.${raw(column)}), 0)::int`;

/** Services created on a day: that many entries of an index. */
export async function newOn(
  { pool }: Pick<Database, 'pool'>,
  scope: Scope,
  { zone, day }: { readonly zone: string; readonly day: string },
): Promise<number> {
  const [from, to] = [startOfDay(day, zone), startOfDay(addDays(day, 1), zone)];
  const conditions = [...scopeConditions(scope, serviceScope('s')), byIsp('s.isp_id', scope)];
  const [row] = await query<{ count: number }>(
    pool,
    sql`SELECT count(*)::int AS count FROM crm.service s
        WHERE ${join(conditions, ' AND ')} AND s.created_at >= ${from} AND s.created_at < ${to}`,
  );
  return row?.count ?? 0;
}
