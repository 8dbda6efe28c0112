import { z } from 'zod';
import { byIsp } from '../../../core/tenancy/by-isp.ts';
import type { Scope } from '../../../core/tenancy/scope.ts';
import { count, money } from '../../../core/wire/index.ts';
import { addDays, dayOf, startOfDay } from '../../../core/zone.ts';
import type { Database } from '../../../db/database.ts';
import { query, raw, sql } from '../../../db/sql.ts';

/** The figures of an earlier day, beside which those of today are read. `online`: at this time of that day. */
export const earlier = z.object({
  online: count().nullable(),
  new_services: count().nullable(),
  collected: money().nullable(),
});

type Reader = Pick<Database, 'pool'>;

/** The days that today is compared with. */
export function earlierDays(now: Date, zone: string) {
  const today = dayOf(now, zone);
  const sinceMidnight = now.getTime() - startOfDay(today, zone).getTime();
  const at = (day: string) => new Date(startOfDay(day, zone).getTime() + sinceMidnight);
  const yesterday = addDays(today, -1);
  const lastMonth = sameDayLastMonth(today);
  return { today, yesterday, lastMonth, yesterdayAt: at(yesterday), lastMonthAt: at(lastMonth) };
}

/** The last day of a month that is too short. */
function sameDayLastMonth(day: string): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month - 1, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 2, Math.min(date, last))).toISOString().slice(0, 10);
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** A minute may be missing, for example while a node was started again. */
const AROUND_MS = 5 * MINUTE_MS;

/** Null for an Employee of some locations: series are not counted by location. */
type Online = { readonly hourAgo: number; readonly yesterday: number; readonly lastMonth: number } | null;

/** How many were online at earlier times: minutes are kept for two days, hours for longer. */
export async function onlineEarlier(
  db: Reader,
  scope: Scope,
  { now, yesterdayAt, lastMonthAt }: { readonly now: Date; readonly yesterdayAt: Date; readonly lastMonthAt: Date },
): Promise<Online> {
  if (scope.locations !== null) return null;
  const hourBefore = new Date(now.getTime() - HOUR_MS);
  const around = (at: Date) => ({ from: new Date(at.getTime() - AROUND_MS), upto: new Date(at.getTime() + AROUND_MS) });
  const [hourAgo, yesterday, lastMonth] = await Promise.all([
    mostOnline(db, scope, { table: 'pulse', slot: 'minute', ...around(hourBefore) }),
    mostOnline(db, scope, { table: 'pulse', slot: 'minute', ...around(yesterdayAt) }),
    mostOnline(db, scope, {
      ...{ table: 'pulse_hour', slot: 'hour', from: new Date(lastMonthAt.getTime() - HOUR_MS), upto: lastMonthAt },
    }),
  ]);
  return { hourAgo, yesterday, lastMonth };
}

interface Slots {
  readonly table: 'pulse' | 'pulse_hour';
  readonly slot: 'minute' | 'hour';
  readonly from: Date;
  readonly upto: Date;
}

async function mostOnline({ pool }: Reader, scope: Scope, { table, slot, from, upto }: Slots): Promise<number> {
  const one = scope.ispId === null ? byIsp('p.isp_id', scope) : sql`p.isp_id = ${scope.ispId}`;
  const at = raw(`p.${slot}`);
  const [row] = await query<{ online: number }>(
    pool,
    sql`SELECT coalesce(max(slots.online), 0)::int AS online FROM (
          SELECT sum(p.online) AS online FROM radius.${raw(table)} p
          WHERE ${one} AND p.reseller_id = ${scope.resellerId ?? 0} AND ${at} > ${from} AND ${at} <= ${upto}
          GROUP BY ${at}) slots`,
  );
  return row?.online ?? 0;
}

/** Fewer than these go on and off by themselves. */
const MANY = 20;

/** Whether so many have gone within an hour that something must have happened. */
export const hasFallen = (online: number, hourAgo: number): boolean => hourAgo >= MANY && online * 2 < hourAgo;
