import { z } from 'zod';
import type { Actor } from '../../../core/access/actor.ts';
import type { Permission } from '../../../core/access/permission.ts';
import type { Clock } from '../../../core/clock.ts';
import type { Scope } from '../../../core/tenancy/scope.ts';
import { count, flagYN, timestamp } from '../../../core/wire/index.ts';
import { countedAt } from '../../../core/work/counting.ts';
import type { Database } from '../../../db/database.ts';
import { earlier, earlierDays, hasFallen, onlineEarlier } from './earlier.ts';
import { countNases, findFullPools, fullPools, logins, loginsOfHour, nasCount } from './network.ts';
import { collected, collectedOn, countStages, leadStages, sumCollectedOn } from './sales.ts';
import { newOn, outstanding, subscriberSums, subscribers } from './subscribers.ts';

/** A part is null for a caller without the permission to read what it counts. */
export const dashboard = z.object({
  /** When `subscribers`, `online` and `outstanding` were counted; null before the first count. */
  as_of: timestamp().nullable(),
  subscribers: subscribers.nullable(),
  online: count().nullable(),
  new_today: count().nullable(),
  logins: logins.nullable(),
  collected: collected.nullable(),
  outstanding: outstanding.nullable(),
  leads: leadStages.nullable(),
  nas: nasCount.nullable(),
  full_pools: fullPools.nullable(),
  yesterday: earlier.nullable(),
  /** The same day of the month before. */
  last_month: earlier.nullable(),
  online_hour_ago: count().nullable(),
  /** Whether so many have gone within the hour that something must have happened. */
  online_fell: flagYN().nullable(),
});

interface Viewer {
  readonly db: Pick<Database, 'pool'>;
  readonly actor: Pick<Actor, 'permissions'>;
  /** The part of the installation that is shown. */
  readonly scope: Scope;
  readonly zone: string;
  readonly kernel: { readonly clock: Clock };
}

/** How today is: counts and sums, none of which reads more rows when there are more services. */
export async function dashboardNow(viewer: Viewer): Promise<z.output<typeof dashboard>> {
  const { db, actor, scope, zone, kernel } = viewer;
  const now = kernel.clock.now();
  const ifMay = <T>(permission: Permission, read: () => Promise<T>): Promise<T | null> =>
    actor.permissions.has(permission) ? read() : Promise.resolve(null);
  const days = earlierDays(now, zone);
  // Awaited together, so that no rejection goes unhandled.
  const [as_of, sums, new_today, ofHour, today, leads, nas, full_pools, before] = await Promise.all([
    countedAt(db, 'services'),
    subscriberSums(db, scope),
    ifMay('service.read', () => newOn(db, scope, { zone, day: days.today })),
    ifMay('session.read', () => loginsOfHour(db, scope, now)),
    ifMay('payment.read', () => collectedOn(db, scope, days.today)),
    ifMay('lead.read', () => countStages(db, scope)),
    ifMay('nas.read', () => countNases(db, scope, now)),
    ifMay('pool.read', () => findFullPools(db, scope)),
    figuresBefore(viewer, ifMay),
  ]);
  return {
    as_of,
    subscribers: actor.permissions.has('service.read') ? sums.statuses : null,
    online: actor.permissions.has('session.read') ? sums.online : null,
    new_today,
    logins: ofHour,
    collected: today,
    outstanding: actor.permissions.has('payment.read') ? sums.outstanding : null,
    leads,
    nas,
    full_pools,
    ...before.days,
    online_hour_ago: before.hourAgo,
    online_fell: before.hourAgo === null ? null : hasFallen(sums.online, before.hourAgo),
  };
}

/** Null where no part may be read. */
const orNull = <T extends object>(figures: T): T | null =>
  Object.values(figures).every((figure) => figure === null) ? null : figures;

type IfMay = <T>(permission: Permission, read: () => Promise<T>) => Promise<T | null>;

/** The same figures of the hour, the day and the month before. */
async function figuresBefore({ db, scope, zone, kernel }: Viewer, ifMay: IfMay) {
  const now = kernel.clock.now();
  const { yesterday, lastMonth, ...at } = earlierDays(now, zone);
  const of = async (day: string) => ({
    new_services: await ifMay('service.read', () => newOn(db, scope, { zone, day })),
    collected: await ifMay('payment.read', () => sumCollectedOn(db, scope, day)),
  });
  const [online, dayBefore, monthBefore] = await Promise.all([
    ifMay('session.read', () => onlineEarlier(db, scope, { now, ...at })),
    of(yesterday),
    of(lastMonth),
  ]);
  return {
    days: {
      yesterday: orNull({ ...dayBefore, online: online?.yesterday ?? null }),
      last_month: orNull({ ...monthBefore, online: online?.lastMonth ?? null }),
    },
    hourAgo: online?.hourAgo ?? null,
  };
}
