import type { Call } from '../../core/call.ts';
import { Fault, notFound } from '../../core/fault.ts';
import { lockForUpdate } from '../../core/row-locks.ts';
import { inOwnLocations, owned, type Scope } from '../../core/scope.ts';
import type { Tx } from '../../db/database.ts';
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

/** The lead, locked: of two calls at once the second decides on what the first made of it. */
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

interface Change {
  readonly lead: Lead;
  readonly to: LeadStatus;
  readonly data: object;
  readonly event: { readonly action: string; readonly report?: string; readonly reason?: string | null };
}

/** Moves a lead on, and writes its history. */
export async function moveLead(tx: Tx, { scope, kernel }: Call, { lead, to, data, event }: Change): Promise<void> {
  const moved = { ...data, status: to, updatedBy: scope.by, updatedAt: kernel.clock.now() };
  await tx.lead.update({ where: { id: lead.id }, data: moved });
  await tx.leadEvent.create({
    data: {
      leadId: lead.id,
      fromStatus: lead.status,
      toStatus: to,
      by: scope.by,
      report: null,
      reason: null,
      ...event,
    },
  });
}
