import { Fault, notFound } from '../../core/fault.ts';
import { lockForUpdate } from '../../core/row-locks.ts';
import { inOwnLocations, owned, type Scope } from '../../core/scope.ts';
import type { Tx } from '../../db/database.ts';
import type { PendingStatus } from './workflow.ts';

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

/** The lead, locked before it is read. @throws Fault of kind `conflict` if it is closed */
export async function lockPendingLead(tx: Tx, scope: Scope, leadId: number): Promise<Lead> {
  await lockForUpdate(tx, scope, { what: 'lead', id: leadId });
  const lead = await tx.lead.findFirst({
    where: { id: leadId, ...owned(scope), ...inOwnLocations(scope) },
    select: {
      id: true,
      ispId: true,
      resellerId: true,
      status: true,
      refusedFrom: true,
      locationCode: true,
      subLocationCode: true,
      serviceId: true,
    },
  });
  if (!lead) throw notFound('lead', leadId);
  if (lead.status === 'Completed' || lead.status === 'Cancelled')
    throw new Fault('conflict', `lead ${leadId} is closed (${lead.status})`);
  return { ...lead, status: lead.status as PendingStatus };
}
