import { Fault, notFound } from '../../../core/fault.ts';
import { readForUpdate } from '../../../core/records/row-locks.ts';
import { callerOf } from '../../../core/tenancy/care-scope.ts';
import type { Scope } from '../../../core/tenancy/scope.ts';
import type { Tx } from '../../../db/database.ts';
import { query, sql } from '../../../db/sql.ts';
import type { Side } from '../staff.ts';
import type { VisitState } from './life-cycle.ts';
import type { VisitKind } from './vocabulary.ts';

export interface Visit extends Side {
  readonly id: number;
  readonly resellerId: number | null;
  readonly leadId: number | null;
  readonly ticketId: number | null;
  readonly customerId: number | null;
  readonly serviceId: number | null;
  readonly kind: VisitKind;
  readonly state: VisitState;
  readonly day: string;
  readonly hours: string;
  readonly locationCode: string | null;
  readonly technicianId: number | null;
}

const COLUMNS = sql`x.id, x.isp_id AS "ispId", x.keeper_id AS "keeperId", x.reseller_id AS "resellerId", x.lead_id AS "leadId",
  x.ticket_id AS "ticketId", x.customer_id AS "customerId", x.service_id AS "serviceId", x.kind, x.state, x.day, x.hours,
  x.location_code AS "locationCode", x.technician_id AS "technicianId"`;

/** The visit as it is under the lock. */
export const lockVisit = (tx: Tx, scope: Scope, id: number): Promise<Visit> =>
  readForUpdate<Visit>(tx, scope, { what: 'visit', id }, COLUMNS);

/** The same of one that the caller has now, or had: a technician may have acted before the visit went to another. */
export async function lockVisitOnceHad(tx: Tx, scope: Scope, id: number): Promise<Visit> {
  const { ownVisits, ...whole } = scope;
  if (!ownVisits) return lockVisit(tx, scope, id);
  const [had] = await query<{ id: number }>(
    tx,
    sql`SELECT e.id FROM crm.visit_event e WHERE e.visit_id = ${id} AND e.technician_id = ${callerOf(scope)} LIMIT 1`,
  );
  if (!had) throw notFound('visit', id);
  return lockVisit(tx, whole, id);
}

/** A visit shows a name, a number and an address, so a technician books none. @throws Fault of kind `forbidden` */
export function refuseTechnician({ ownVisits }: Scope, problem: string): void {
  if (ownVisits) throw new Fault('forbidden', problem);
}
