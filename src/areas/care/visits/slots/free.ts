import { z } from 'zod';
import type { Call } from '../../../../core/call.ts';
import { badParameter, notFound } from '../../../../core/fault.ts';
import { viewInput, viewOf } from '../../../../core/tenancy/isp-view.ts';
import { isAvailableTo } from '../../../../core/tenancy/owner.ts';
import type { Scope } from '../../../../core/tenancy/scope.ts';
import * as wire from '../../../../core/wire/index.ts';
import { addDays, dayOf } from '../../../../core/zone.ts';
import type { Database } from '../../../../db/database.ts';
import { query, sql } from '../../../../db/sql.ts';
import { refuseTechnician } from '../find.ts';
import { USES_PLACE } from '../life-cycle.ts';
import { instantsOf } from '../window.ts';
import { isOfPlace, type OfPlace } from './of-place.ts';
import { type Weekday, weekdayOf } from './weekdays.ts';

export const freeInput = z.strictObject({
  ...viewInput.shape,
  location_code: wire.code().optional(),
  from: wire.described('when absent, today', wire.ymd()).optional(),
  days: wire.wholeNumber(1, 31).default(7),
});

export const freeSlots = z.array(
  z.object({
    day: wire.ymd(),
    hours: wire.shown(),
    capacity: wire.count(),
    booked: wire.count(),
    free: wire.count(),
  }),
);

type Free = z.output<typeof freeSlots>;
type Reader = Call & { readonly db: Pick<Database, 'pool'> };
type Input = z.output<typeof freeInput>;

interface Slot {
  readonly hours: string;
  readonly weekdays: readonly Weekday[];
  readonly capacity: number;
}

interface Booked {
  readonly day: string;
  readonly hours: string;
  readonly booked: number;
}

/** The windows that have not ended, with their free places. Empty where no slots are set: any window can be booked there. */
export async function readFreeSlots(reader: Reader, input: Input): Promise<Free> {
  const { db, zone, kernel } = reader;
  refuseTechnician(reader.scope, 'only dispatchers look for free places');
  const place = await placeOf(reader, input);
  const now = kernel.clock.now();
  const from = input.from ?? dayOf(now, zone);
  const days = Array.from({ length: input.days }, (_, later) => addDays(from, later));
  const [slots, booked] = await Promise.all([
    query<Slot>(
      db.pool,
      sql`SELECT o.hours, o.weekdays, o.capacity FROM crm.visit_slot o WHERE ${isOfPlace('o', place)} ORDER BY o.hours`,
    ),
    query<Booked>(db.pool, bookedStatement(place, days)),
  ]);
  const bookedIn = new Map(booked.map((row) => [`${row.day} ${row.hours}`, row.booked]));
  return days.flatMap((day) =>
    slots
      .filter(
        ({ weekdays, hours }) => weekdays.includes(weekdayOf(day)) && instantsOf({ day, hours }, zone).endsAt > now,
      )
      .map(({ hours, capacity }) => {
        const taken = bookedIn.get(`${day} ${hours}`) ?? 0;
        return { day, hours, capacity, booked: taken, free: Math.max(0, capacity - taken) };
      }),
  );
}

const bookedStatement = ({ ispId, keeperId, locationCode }: OfPlace, days: readonly string[]) =>
  sql`SELECT v.day, v.hours, count(*)::int AS booked FROM crm.visit v
      WHERE v.isp_id = ${ispId} AND v.keeper_id IS NOT DISTINCT FROM ${keeperId}::int
        AND v.location_code IS NOT DISTINCT FROM ${locationCode}::text
        AND v.day = ANY(${[...days]}::date[]) AND v.state = ANY(${[...USES_PLACE]}::text[])
      GROUP BY v.day, v.hours`;

async function placeOf({ db, scope }: Reader, input: Input): Promise<OfPlace> {
  const { ispId, resellerId: keeperId } = await viewOf(db, scope, input);
  if (ispId === null) throw badParameter('ispid', 'is required');
  const { location_code: code } = input;
  if (code === undefined && scope.locations !== null) throw badParameter('location_code', 'is required');
  if (code !== undefined) await checkLocation(db, scope, { ispId, keeperId, code });
  return { ispId, keeperId, locationCode: code ?? null };
}

interface Named {
  readonly ispId: number;
  readonly keeperId: number | null;
  readonly code: string;
}

async function checkLocation({ pool }: Reader['db'], scope: Scope, { ispId, keeperId, code }: Named): Promise<void> {
  const available = isAvailableTo({ ispId, resellerId: keeperId });
  const [found] = await query<{ id: number }>(
    pool,
    sql`SELECT x.id FROM crm.location x WHERE ${available} AND x.code = ${code}`,
  );
  const isAllowed = scope.locations?.some((location) => location.code === code) ?? true;
  if (!found || !isAllowed) throw notFound('location', code);
}
