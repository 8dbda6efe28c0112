import { z } from 'zod';
import type { Clock } from '../../../core/clock.ts';
import type { Scope } from '../../../core/tenancy/scope.ts';
import { count, money, timestamp } from '../../../core/wire/index.ts';
import { countedAt } from '../../../core/work/counting.ts';
import { addDays, dayOf } from '../../../core/zone.ts';
import type { Database } from '../../../db/database.ts';
import { query, sql } from '../../../db/sql.ts';
import { DAYS_AHEAD } from './count-renewals.ts';
import { tallyWhere } from './tallies.ts';

const renewals = z.object({ services: count(), amt: money() });

/** Services whose validity ends until then, and what their next periods cost: after discounts, before taxes. */
export const renewalsDue = z.object({
  /** When they were counted; null before the first count. */
  as_of: timestamp().nullable(),
  today: renewals,
  in_3_days: renewals,
  in_7_days: renewals,
});

interface Viewer {
  readonly db: Pick<Database, 'pool'>;
  readonly scope: Scope;
  readonly zone: string;
  readonly kernel: { readonly clock: Clock };
}

/** Renewals of today, and of today and the next 3 and 7 days, in the time zone of the call. */
export async function dashboardDue({ db, scope, zone, kernel }: Viewer): Promise<z.output<typeof renewalsDue>> {
  const today = dayOf(kernel.clock.now(), zone);
  const upto = [0, 3, DAYS_AHEAD].map((days) => addDays(today, days));
  const [as_of, rows] = await Promise.all([
    countedAt(db, 'renewals'),
    query<z.output<typeof renewals>>(
      db.pool,
      sql`SELECT coalesce(sum(t.services), 0)::int AS services, coalesce(sum(t.amt), 0)::numeric(20, 2) AS amt
          FROM unnest(${upto}::date[]) WITH ORDINALITY AS until (day, at)
          LEFT JOIN crm.renewal_tally t ON t.day BETWEEN ${today}::date AND until.day AND ${tallyWhere(scope)}
          GROUP BY until.at ORDER BY until.at`,
    ),
  ]);
  const [first, second, third] = rows;
  if (!first || !second || !third) throw new Error('there is a sum for each day');
  return { as_of, today: first, in_3_days: second, in_7_days: third };
}
