import { randomBytes } from 'node:crypto';
import { beginAudit } from '../../../core/access/begin-audit.ts';
import { Fault } from '../../../core/fault.ts';
import type { Kernel } from '../../../core/kernel.ts';
import { isFrozen } from '../../../core/tenancy/frozen-tenant.ts';
import { partOf, wholeInstallation } from '../../../core/tenancy/scope.ts';
import { dayOf } from '../../../core/zone.ts';
import type { Tx } from '../../../db/database.ts';
import { execute, query, sql } from '../../../db/sql.ts';
import { createOrPreview } from '../../subscribers/services/create.ts';
import { newService } from '../../subscribers/services/new-service.ts';
import { codeIn, codeMac } from './code.ts';
import { codeKey } from './code-key.ts';
import { countGuess, type Guest, lockGuesses, refuseWaiting } from './guesses.ts';
import { type CodeStatus, statusAfter } from './life-cycle.ts';

/** A service that a guest may use, and until when. */
export interface Admitted {
  readonly serviceId: number;
  readonly until: Date;
}

interface Stored {
  readonly id: number;
  readonly status: CodeStatus;
  readonly serviceId: number | null;
  readonly validUntil: Date | null;
  readonly serial: number;
  readonly batchId: number;
  readonly resellerId: number | null;
  readonly customerId: number;
  readonly planId: number;
  readonly subPlanId: number;
  readonly locationCode: string;
  readonly subLocationCode: string;
  readonly validHours: number;
  readonly useUntil: string;
  readonly zone: string;
  readonly protocol: readonly string[];
  readonly connectivity: readonly string[];
  /** How many devices may use it. */
  readonly devices: number;
}

type RedeemKernel = Pick<Kernel, 'db' | 'clock' | 'config' | 'secretsKeys'>;

/**
 * Lets a guest in by a code. The first use makes the service; the same device, and as many as the plan allows, may use the code again
 * while it is valid. However many use a code at once, there is one service.
 * @returns null for a code that is unknown, void, used by others or has expired, all alike
 * @throws Fault of kind `tooMany` after too many codes that nobody has; `unavailable` if there can be no service
 */
export async function redeem(kernel: RedeemKernel, guest: Guest, text: string): Promise<Admitted | null> {
  const code = codeIn(text);
  return kernel.db.transaction(async (tx) => {
    if (code === null) {
      // A mistyped digit is no guess: the check digit gives it away.
      await refuseWaiting(tx, guest);
      return null;
    }
    await lockGuesses(tx, guest);
    const stored = await lockCode(tx, kernel, guest, code);
    if (!stored) {
      await countGuess(tx, guest);
      return null;
    }
    const admitted = await admit(tx, kernel, guest, stored);
    return admitted !== null && (await takesDevice(tx, guest, stored)) ? admitted : null;
  });
}

async function lockCode(
  tx: Tx,
  { secretsKeys }: RedeemKernel,
  { ispId }: Guest,
  code: string,
): Promise<Stored | undefined> {
  const key = await codeKey(tx, secretsKeys, ispId);
  if (!key) return undefined;
  const [found] = await query<Stored>(
    tx,
    sql`SELECT c.id, c.status, c.service_id AS "serviceId", c.valid_until AS "validUntil", c.serial, c.batch_id AS "batchId",
          b.reseller_id AS "resellerId", b.customer_id AS "customerId", b.plan_id AS "planId", b.sub_plan_id AS "subPlanId",
          b.location_code AS "locationCode", b.sub_location_code AS "subLocationCode", b.valid_hours AS "validHours",
          b.use_until AS "useUntil", t.timezone AS zone, p.protocol, p.connectivity, p.session_limit AS devices
        FROM crm.hotspot_code c
          JOIN crm.hotspot_batch b ON b.isp_id = c.isp_id AND b.id = c.batch_id
          JOIN crm.isp_setting t ON t.isp_id = c.isp_id
          JOIN crm.plan p ON p.id = b.plan_id
        WHERE c.isp_id = ${ispId} AND c.code_mac = ${codeMac(key, code)} AND NOT ${isFrozen(sql`c.isp_id`)}
        FOR NO KEY UPDATE OF c`,
  );
  return found;
}

async function admit(tx: Tx, kernel: RedeemKernel, guest: Guest, code: Stored): Promise<Admitted | null> {
  const { now } = guest;
  if (code.status === 'Used' && code.serviceId !== null && code.validUntil !== null)
    return code.validUntil > now ? { serviceId: code.serviceId, until: code.validUntil } : null;
  const to = statusAfter(code.status, 'redeem');
  if (to === null || dayOf(now, code.zone) > code.useUntil) return null;
  const until = new Date(now.getTime() + code.validHours * 3_600_000);
  const serviceId = await makeService(tx, kernel, guest, code);
  await execute(
    tx,
    sql`UPDATE crm.hotspot_code SET status = ${to}, code_enc = NULL, service_id = ${serviceId}, used_at = ${now}::timestamptz,
          valid_until = ${until}::timestamptz WHERE id = ${code.id}`,
  );
  return { serviceId, until };
}

/** By the rules of `service/create`: what these refuse, no guest can mend. */
async function makeService(tx: Tx, kernel: RedeemKernel, { ispId, address }: Guest, code: Stored): Promise<number> {
  const { resellerId, batchId, serial, zone, protocol, connectivity } = code;
  const scope = { ...partOf(wholeInstallation, { ispId, resellerId }), by: 'hotspot' };
  await beginAudit(tx, {
    ...{ userId: null, username: 'hotspot', ispId, resellerId, address, procedure: 'hotspot.redeem' },
    ...{ target: `batchid=${batchId}`, via: 'subscriber' },
  });
  const input = newService.parse({
    customerid: code.customerId,
    planid: code.planId,
    subplanid: code.subPlanId,
    username: `guest-${batchId}-${serial}-${randomBytes(3).toString('hex')}`,
    password: randomBytes(24).toString('base64url'),
    location_code: code.locationCode,
    sub_location_code: code.subLocationCode,
    protocol: protocol[0],
    connectivity: connectivity.includes('Hotspot') ? 'Hotspot' : connectivity[0],
    prepaid_postpaid: 'Prepaid',
    mac_bind: 'No',
  });
  let serviceId: unknown;
  try {
    serviceId = await createOrPreview(tx, { scope, zone, kernel }, input);
  } catch (error) {
    if (error instanceof Fault)
      throw new Fault('unavailable', 'no service can be made with this code now', { cause: error });
    throw error;
  }
  const [made] = await query<{ status: string }>(tx, sql`SELECT status FROM crm.service WHERE id = ${serviceId}`);
  if (made?.status !== 'Active') throw new Fault('unavailable', 'no service can be made with this code now');
  return serviceId as number;
}

/** Notes the device, if it is known or there is room for one more. */
async function takesDevice(tx: Tx, { ispId, mac, now }: Guest, { id, devices }: Stored): Promise<boolean> {
  const taken = await execute(
    tx,
    sql`INSERT INTO crm.hotspot_device (isp_id, code_id, mac, seen_at)
        SELECT ${ispId}, ${id}, ${mac}, ${now}::timestamptz
        WHERE EXISTS (SELECT FROM crm.hotspot_device d WHERE d.code_id = ${id} AND d.mac = ${mac})
          OR (SELECT count(*) FROM crm.hotspot_device d WHERE d.code_id = ${id}) < ${devices}::int
        ON CONFLICT (code_id, mac) DO UPDATE SET seen_at = excluded.seen_at`,
  );
  return taken === 1;
}
