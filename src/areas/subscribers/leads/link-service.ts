import { notFound, parameterFault } from '../../../core/fault.ts';
import { availableTo, type Owner } from '../../../core/tenancy/owner.ts';
import { inOwnLocations, owned, type Scope } from '../../../core/tenancy/scope.ts';
import type { Tx } from '../../../db/database.ts';

interface OwnedService extends Owner {
  readonly id: number;
}

/** Links a lead to the service that was made for it (`service/create` with `leadid`). The lead's status stays. */
export async function linkLead(
  tx: Tx,
  scope: Scope,
  { leadId, service }: { leadId: number; service: OwnedService },
): Promise<void> {
  const where = { AND: [owned(scope), inOwnLocations(scope), { id: leadId, ...availableTo(service) }] };
  const lead = await tx.lead.findFirst({ where, select: { status: true } });
  if (!lead) throw notFound('lead', leadId);
  if (lead.status === 'Cancelled') throw parameterFault('conflict', 'leadid', `lead ${leadId} is cancelled`);
  // Of two calls at once, one gets the link.
  const data = { serviceId: service.id, updatedBy: scope.by };
  const linked = await tx.lead.updateMany({ where: { id: leadId, serviceId: null }, data });
  if (linked.count === 0) throw parameterFault('conflict', 'leadid', `lead ${leadId} already has a service`);
}
