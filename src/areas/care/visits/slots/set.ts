import { z } from 'zod';
import type { Call } from '../../../../core/call.ts';
import { badParameter } from '../../../../core/fault.ts';
import { lockForUpdate } from '../../../../core/records/row-locks.ts';
import { optionalOwnerOfNew, ownerShape } from '../../../../core/tenancy/owner.ts';
import * as wire from '../../../../core/wire/index.ts';
import type { Tx } from '../../../../db/database.ts';
import { execute, query, sql } from '../../../../db/sql.ts';
import { checkCodes } from '../../../tenancy/locations/codes.ts';
import { refuseTechnician } from '../find.ts';
import { windowShape } from '../vocabulary.ts';
import { WEEKDAYS } from './weekdays.ts';

export const slotSetting = z.strictObject({
  ...ownerShape(),
  location_code: wire.described('when absent, every location that has no slots of its own', wire.code()).optional(),
  hours: windowShape.hours,
  weekdays: wire.described('when absent, every day', wire.csv(wire.oneOf(WEEKDAYS), { max: 7 })).optional(),
  capacity: wire.wholeNumber(1, 1000),
});

const DISPATCHERS = 'only dispatchers say when visits can be booked';

/** Says how many visits may be booked in a window, from now on. Returns the id of the slot. */
export async function setSlot(tx: Tx, { scope }: Call, input: z.output<typeof slotSetting>): Promise<number> {
  refuseTechnician(scope, DISPATCHERS);
  const { location_code: lc, hours, capacity, weekdays = [...WEEKDAYS] } = input;
  const owner = await optionalOwnerOfNew(tx, scope, input);
  if (lc !== undefined) await checkCodes(tx, scope, { ...owner, lc });
  else if (scope.locations !== null) throw badParameter('location_code', 'is required');
  const days = WEEKDAYS.filter((day) => weekdays.includes(day));
  const [slot] = await query<{ id: number }>(
    tx,
    sql`INSERT INTO crm.visit_slot (isp_id, reseller_id, location_code, hours, weekdays, capacity, created_by, updated_by)
        VALUES (${owner.ispId}, ${owner.resellerId}, ${lc ?? null}, ${hours}, ${days}::text[], ${capacity}, ${scope.by}, ${scope.by})
        ON CONFLICT (isp_id, coalesce(reseller_id, 0), coalesce(location_code, ''), hours)
        DO UPDATE SET weekdays = excluded.weekdays, capacity = excluded.capacity, updated_at = now(), updated_by = excluded.updated_by
        RETURNING id`,
  );
  return slot?.id as number;
}

/** Visits that are booked stay. */
export async function deleteSlot(tx: Tx, { scope }: Call, id: number): Promise<'done'> {
  refuseTechnician(scope, DISPATCHERS);
  await lockForUpdate(tx, scope, { what: 'visit slot', id });
  await execute(tx, sql`DELETE FROM crm.visit_slot WHERE id = ${id}`);
  return 'done';
}
