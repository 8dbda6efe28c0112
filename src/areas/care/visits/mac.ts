import { parameterFault } from '../../../core/fault.ts';
import type { Tx } from '../../../db/database.ts';
import { execute, query, sql } from '../../../db/sql.ts';
import { updateService } from '../../subscribers/services/update.ts';
import type { CareCall } from '../author.ts';
import type { Visit } from './find.ts';

interface User {
  readonly serviceId: number;
  readonly username: string;
  readonly resellerId: number | null;
}

/**
 * Gives the device that was installed to the service of the visit, where there is one already.
 * @throws Fault of kind `conflict` that names the service which uses the MAC
 */
export async function bindDevice(tx: Tx, call: CareCall, visit: Visit, mac: string): Promise<void> {
  // Of two visits with the same device, the second waits, and finds it used.
  await execute(tx, sql`SELECT pg_advisory_xact_lock(hashtextextended(${`mac ${visit.ispId} ${mac}`}, 0))`);
  const serviceId = await serviceOf(tx, visit);
  const user = await otherUserOf(tx, visit.ispId, { mac, serviceId });
  if (user) throw parameterFault('conflict', 'mac', `is used by ${nameOf(user, call)}`);
  if (serviceId !== null) await updateService(tx, call, { serviceid: serviceId, mac });
}

/** A lead may have got its service after the visit was booked. */
async function serviceOf(tx: Tx, { leadId, serviceId }: Visit): Promise<number | null> {
  const [service] = await query<{ id: number }>(
    tx,
    sql`SELECT s.id FROM crm.service s LEFT JOIN crm.lead l ON l.id = ${leadId}::int
        WHERE s.id = coalesce(${serviceId}::int, l.service_id) AND s.deleted_at IS NULL`,
  );
  return service?.id ?? null;
}

interface Device {
  readonly mac: string;
  /** Which may have it. */
  readonly serviceId: number | null;
}

async function otherUserOf(tx: Tx, ispId: number, { mac, serviceId }: Device): Promise<User | undefined> {
  const [user] = await query<User>(
    tx,
    sql`SELECT s.id AS "serviceId", s.username, s.reseller_id AS "resellerId" FROM crm.service s
        WHERE s.isp_id = ${ispId} AND s.deleted_at IS NULL AND s.id IS DISTINCT FROM ${serviceId}::int
          AND (s.mac = ${mac} OR s.id IN (
            SELECT y.service_id FROM crm.service_identity y WHERE y.isp_id = ${ispId} AND y.mac = ${mac}))
        ORDER BY s.id LIMIT 1`,
  );
  return user;
}

/** A reseller is not told of the services of others. */
function nameOf({ serviceId, username, resellerId }: User, { scope }: CareCall): string {
  const isSeen = scope.resellerId === null || scope.resellerId === resellerId;
  return isSeen ? `service ${serviceId} (${username})` : 'another service of the ISP';
}
