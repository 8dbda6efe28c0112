import { Fault, notFound } from '../../core/fault.ts';
import { inOwnLocations, owned, type Scope } from '../../core/scope.ts';
import type { Tx } from '../../db/database.ts';

/** A service, and whose it is. */
interface OwnedService {
  readonly id: number;
  readonly ispId: number;
  readonly resellerId: number | null;
}

/** Links a lead to the service that was made for it (`service/create` with `leadid`). The lead's status stays. */
export async function linkLead(
  tx: Tx,
  scope: Scope,
  { leadId, service }: { leadId: number; service: OwnedService },
): Promise<void> {
  const owners = [{ resellerId: service.resellerId }, { resellerId: null }];
  const where = { AND: [owned(scope), inOwnLocations(scope), { id: leadId, ispId: service.ispId, OR: owners }] };
  const lead = await tx.lead.findFirst({ where, select: { status: true } });
  if (!lead) throw notFound('lead', leadId);
  if (lead.status === 'Cancelled') throw new Fault('conflict', `leadid: lead ${leadId} is cancelled`);
  // Of two services at once, one is linked.
  const data = { serviceId: service.id, updatedBy: scope.by };
  const linked = await tx.lead.updateMany({ where: { id: leadId, serviceId: null }, data });
  if (linked.count === 0) throw new Fault('conflict', `leadid: lead ${leadId} already has a service`);
}
