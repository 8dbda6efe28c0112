import { z } from 'zod';
import type { Actor } from '../../../core/access/actor.ts';
import type { Permission } from '../../../core/access/permission.ts';
import type { Clock } from '../../../core/clock.ts';
import type { Scope } from '../../../core/tenancy/scope.ts';
import { count, timestamp } from '../../../core/wire/index.ts';
import { countedAt } from '../../../core/work/counting.ts';
import { dayOf } from '../../../core/zone.ts';
import type { Database } from '../../../db/database.ts';
import { countNases, findFullPools, fullPools, logins, loginsOfHour, nasCount } from './network.ts';
import { collected, collectedOn, countStages, leadStages } from './sales.ts';
import { newToday, outstanding, subscriberSums, subscribers } from './subscribers.ts';

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
  // Awaited together, so that no rejection goes unhandled.
  const [as_of, sums, new_today, ofHour, today, leads, nas, full_pools] = await Promise.all([
    countedAt(db, 'services'),
    subscriberSums(db, scope),
    ifMay('service.read', () => newToday(db, scope, { zone, now })),
    ifMay('session.read', () => loginsOfHour(db, scope, now)),
    ifMay('payment.read', () => collectedOn(db, scope, dayOf(now, zone))),
    ifMay('lead.read', () => countStages(db, scope)),
    ifMay('nas.read', () => countNases(db, scope, now)),
    ifMay('pool.read', () => findFullPools(db, scope)),
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
  };
}
