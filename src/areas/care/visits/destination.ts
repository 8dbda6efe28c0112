import { badParameter, parameterFault } from '../../../core/fault.ts';
import { readRecord } from '../../../core/records/row-locks.ts';
import type { Scope } from '../../../core/tenancy/scope.ts';
import { id } from '../../../core/wire/index.ts';
import type { Tx } from '../../../db/database.ts';
import { sql } from '../../../db/sql.ts';
import { lockPendingLead } from '../../subscribers/leads/find.ts';
import { lockOwnTicket, refuseEnded } from '../tickets/find.ts';
import type { VisitKind } from './vocabulary.ts';

export const destinationShape = () => ({
  leadid: id().optional(),
  ticketid: id().optional(),
  serviceid: id().optional(),
});

interface Named {
  readonly leadid?: number | undefined;
  readonly ticketid?: number | undefined;
  readonly serviceid?: number | undefined;
}

/** Whom a visit goes to. */
export interface Destination {
  readonly ispId: number;
  readonly resellerId: number | null;
  readonly leadId: number | null;
  readonly ticketId: number | null;
  readonly customerId: number | null;
  readonly serviceId: number | null;
  readonly locationCode: string | null;
  /** Whose staff works on the ticket, and so goes there; undefined: the booking decides. */
  readonly keeperId?: number | null;
  /** What is usually done there. */
  readonly kind: VisitKind;
}

const NOBODY = { leadId: null, ticketId: null, customerId: null, serviceId: null };

/** Locks the lead or the ticket. @throws Fault of kind `badInput` unless the input names exactly one */
export async function destinationOf(tx: Tx, scope: Scope, named: Named): Promise<Destination> {
  const { leadid, ticketid, serviceid } = named;
  const given = Object.entries({ leadid, ticketid, serviceid }).filter(([, value]) => value !== undefined);
  if (given.length === 0) throw badParameter('serviceid', 'is required without leadid and ticketid');
  if (given.length > 1) throw badParameter(given[0]?.[0] ?? '', `must be left out with ${given[1]?.[0]}`);
  if (leadid !== undefined) return ofLead(tx, scope, leadid);
  return ticketid === undefined ? ofService(tx, scope, serviceid as number) : ofTicket(tx, scope, ticketid);
}

async function ofLead(tx: Tx, scope: Scope, leadId: number): Promise<Destination> {
  const { ispId, resellerId, locationCode, status } = await lockPendingLead(tx, scope, leadId);
  const kind = status === 'Installation' || status === 'Final-Test' ? 'Installation' : 'Survey';
  return { ...NOBODY, ispId, resellerId, leadId, locationCode, kind };
}

async function ofTicket(tx: Tx, scope: Scope, ticketId: number): Promise<Destination> {
  const ticket = await lockOwnTicket(tx, scope, ticketId);
  refuseEnded(ticket);
  const { ispId, resellerId, customerId, serviceId, keeperId } = ticket;
  const locationCode = serviceId === null ? null : (await ofService(tx, scope, serviceId)).locationCode;
  return { ...NOBODY, ispId, resellerId, ticketId, customerId, serviceId, keeperId, locationCode, kind: 'Repair' };
}

interface Service {
  readonly ispId: number;
  readonly resellerId: number | null;
  readonly customerId: number;
  readonly locationCode: string;
}

async function ofService(tx: Tx, scope: Scope, serviceId: number): Promise<Destination> {
  const columns = sql`x.isp_id AS "ispId", x.reseller_id AS "resellerId", x.customer_id AS "customerId",
    x.location_code AS "locationCode"`;
  const service = await readRecord<Service>(tx, scope, { what: 'service', id: serviceId }, columns);
  return { ...NOBODY, ...service, serviceId, kind: 'Repair' };
}

/** The staff of a reseller goes to its own leads and customers only. @throws Fault of kind `conflict` */
export function refuseOthersDestination(keeperId: number | null, { resellerId }: Destination, parameter: string): void {
  if (keeperId === null || resellerId === keeperId) return;
  throw parameterFault('conflict', parameter, `belongs to reseller ${keeperId}, whose customer this is not`);
}
