import { Fault } from '../../../core/fault.ts';
import { readForUpdate } from '../../../core/records/row-locks.ts';
import type { Scope } from '../../../core/tenancy/scope.ts';
import type { Tx } from '../../../db/database.ts';
import { sql } from '../../../db/sql.ts';
import type { LeadStatus, PendingStatus } from './workflow.ts';

/** A pending lead of the caller. */
export interface Lead {
  readonly id: number;
  readonly ispId: number;
  readonly resellerId: number | null;
  readonly status: PendingStatus;
  readonly refusedFrom: string | null;
  readonly locationCode: string | null;
  readonly subLocationCode: string | null;
  readonly serviceId: number | null;
}

type Stored = Omit<Lead, 'status'> & { readonly status: LeadStatus };

const COLUMNS = sql`x.id, x.isp_id AS "ispId", x.reseller_id AS "resellerId", x.status, x.refused_from AS "refusedFrom",
  x.location_code AS "locationCode", x.sub_location_code AS "subLocationCode", x.service_id AS "serviceId"`;

/** The lead as it is under the lock. @throws Fault of kind `conflict` if it is closed */
export async function lockPendingLead(tx: Tx, scope: Scope, leadId: number): Promise<Lead> {
  const lead = await readForUpdate<Stored>(tx, scope, { what: 'lead', id: leadId }, COLUMNS);
  if (lead.status === 'Completed' || lead.status === 'Cancelled')
    throw new Fault('conflict', `lead ${leadId} is closed (${lead.status})`);
  return { ...lead, status: lead.status };
}
