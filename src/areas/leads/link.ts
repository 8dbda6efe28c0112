import { Fault, notFound } from '../../core/fault.ts';
import { located, owned, type Scope } from '../../core/scope.ts';
import type { Tx } from '../../db/database.ts';

interface Link {
  readonly leadId: number;
  readonly serviceId: number;
  readonly ispId: number;
}

/** Links a lead to the service that was made for it (`service/create` with `leadid`). The lead's status stays. */
export async function linkLead(tx: Tx, scope: Scope, { leadId, serviceId, ispId }: Link): Promise<void> {
  const where = { AND: [owned(scope), located(scope), { id: leadId, ispId }] };
  const lead = await tx.lead.findFirst({ where, select: { serviceId: true, status: true } });
  if (!lead) throw notFound('lead', leadId);
  if (lead.status === 'Cancelled') throw new Fault('conflict', `leadid: lead ${leadId} is cancelled`);
  if (lead.serviceId !== null)
    throw new Fault('conflict', `leadid: lead ${leadId} already has service ${lead.serviceId}`);
  await tx.lead.update({ where: { id: leadId }, data: { serviceId, updatedBy: scope.by } });
}
