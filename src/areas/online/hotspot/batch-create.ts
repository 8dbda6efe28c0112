import { z } from 'zod';
import type { Call } from '../../../core/call.ts';
import { badParameter, Fault } from '../../../core/fault.ts';
import { zoneOfIsp } from '../../../core/tenancy/isp-zone.ts';
import type { Owner } from '../../../core/tenancy/owner.ts';
import { created } from '../../../core/tenancy/scope.ts';
import { described, flagYN, id, code as placeCode, text, wholeNumber, ymd } from '../../../core/wire/index.ts';
import { dayOf } from '../../../core/zone.ts';
import type { Tx } from '../../../db/database.ts';
import { seal } from '../../../db/seal.ts';
import { execute, query, sql } from '../../../db/sql.ts';
import { shareCustomer } from '../../subscribers/customers/find.ts';
import { checkPlan } from '../../subscribers/services/plan-fit.ts';
import { checkCodes } from '../../tenancy/locations/codes.ts';
import { codeMac, newCode } from './code.ts';
import { ownCodeKey } from './code-key.ts';
import { CODE_PURPOSE, MAX_CODES, MAX_HOURS } from './vocabulary.ts';

export const newBatch = z.strictObject({
  customerid: id(),
  planid: id(),
  subplanid: id(),
  location_code: placeCode(),
  sub_location_code: placeCode(),
  count: wholeNumber(1, MAX_CODES),
  valid_hours: described('from the first use of a code on', wholeNumber(1, MAX_HOURS)),
  use_until: ymd(),
  remember_devices: flagYN().default(false),
  note: text(500).optional(),
});

type NewBatch = z.output<typeof newBatch>;

/** Codes are made and written in steps, between which the node does other work. */
const STEP = 1_000;

/**
 * Makes codes that guests get a service of the customer with. No code books money, so the sub plan must be free of charge.
 * @returns the id of the batch
 */
export async function createBatch(tx: Tx, { scope, kernel }: Call, input: NewBatch): Promise<number> {
  const owner = await shareCustomer(tx, scope, input.customerid);
  await checkSold(tx, owner, input);
  await checkCodes(tx, scope, { ...owner, lc: input.location_code, slc: input.sub_location_code });
  const today = dayOf(kernel.clock.now(), await zoneOfIsp(tx, owner.ispId));
  if (input.use_until < today) throw badParameter('use_until', 'must not be in the past');
  const batch = await tx.hotspotBatch.create({
    data: {
      ...owner,
      customerId: input.customerid,
      planId: input.planid,
      subPlanId: input.subplanid,
      locationCode: input.location_code,
      subLocationCode: input.sub_location_code,
      count: input.count,
      validHours: input.valid_hours,
      useUntil: new Date(input.use_until),
      rememberDevices: input.remember_devices,
      note: input.note ?? null,
      ...created(scope),
    },
    select: { id: true },
  });
  await makeCodes(tx, kernel, { ...owner, batchId: batch.id, count: input.count });
  return batch.id;
}

async function checkSold(tx: Tx, owner: Owner, { planid, subplanid }: NewBatch): Promise<void> {
  const wanted = { planid, subplanid, protocol: undefined, connectivity: undefined, billing_start_day: undefined };
  await checkPlan(tx, owner, wanted, sql`FOR SHARE`);
  const [sold] = await query<{ price: string }>(
    tx,
    sql`SELECT price::text AS price FROM crm.sub_plan WHERE plan_id = ${planid} AND id = ${subplanid}`,
  );
  if (Number(sold?.price) !== 0) throw badParameter('subplanid', 'must be free of charge, since codes book no money');
}

interface Making extends Owner {
  readonly batchId: number;
  readonly count: number;
}

async function makeCodes(
  tx: Tx,
  { secretsKeys }: Call['kernel'],
  { ispId, resellerId, batchId, count }: Making,
): Promise<void> {
  const key = await ownCodeKey(tx, secretsKeys, ispId);
  for (let made = 0; made < count; made += STEP) {
    const codes = Array.from({ length: Math.min(STEP, count - made) }, newCode);
    const inserted = await execute(
      tx,
      sql`INSERT INTO crm.hotspot_code (isp_id, reseller_id, batch_id, serial, code_mac, code_enc)
          SELECT ${ispId}, ${resellerId}::int, ${batchId}, ${made} + c.at, c.mac, c.sealed
          FROM unnest(${codes.map((each) => codeMac(key, each))}::bytea[],
            ${codes.map((each) => seal(secretsKeys, CODE_PURPOSE, each))}::bytea[]) WITH ORDINALITY AS c (mac, sealed, at)
          ON CONFLICT DO NOTHING`,
    );
    // Two in ten million million are the same by chance.
    if (inserted !== codes.length) throw new Fault('conflict', 'a code was made twice; make the batch again');
  }
}
