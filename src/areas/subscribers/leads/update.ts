import { z } from 'zod';
import type { Call } from '../../../core/call.ts';
import { badParameter, notFound, parameterFault } from '../../../core/fault.ts';
import { changedOwner, type Owner } from '../../../core/tenancy/owner.ts';
import { inOwnLocations, owned, type Scope } from '../../../core/tenancy/scope.ts';
import { code, id, oneOf, ownerId, text } from '../../../core/wire/index.ts';
import type { Tx } from '../../../db/database.ts';
import { checkCodes } from '../../tenancy/locations/codes.ts';
import { type Lead, lockPendingLead } from './find.ts';
import { moveLead } from './move.ts';
import { stampsOf } from './stamps.ts';
import { type LeadStatus, NEED_REASON, PENDING, REPORTS, statusAfter } from './workflow.ts';

/** Contract 4.8, `lead/update`; `serviceid` links a completed lead to the service made for it. */
export const leadChange = z.strictObject({
  id: id(),
  status: oneOf(PENDING),
  report: oneOf(REPORTS),
  ispid: id().optional(),
  resellerid: ownerId().optional(),
  reason: text(1000).optional(),
  location_code: code().optional(),
  sub_location_code: code().optional(),
  serviceid: id().optional(),
});

type LeadChange = z.output<typeof leadChange>;

/** Reports the outcome of the current stage and moves the lead to its next status. */
export async function updateLead(tx: Tx, call: Call, input: LeadChange): Promise<'done'> {
  const { report } = input;
  if (NEED_REASON.includes(report) && input.reason === undefined)
    throw badParameter('reason', `is required when report is ${report}`);
  // A report that the given status never allows is a bad input whatever status the lead has.
  statusAfter(input.status, report);
  const lead = await lockPendingLead(tx, call.scope, input.id);
  if (lead.status !== input.status)
    throw parameterFault('conflict', 'status', `lead ${lead.id} is in ${lead.status}, not in ${input.status}`);
  const next = statusAfter(lead.status, report, lead.refusedFrom);
  const placement = await ownerAndLocation(tx, call, { lead, input });
  const data = {
    ...stampsOf({ from: lead.status, report, to: next, by: call.scope.by, at: call.kernel.clock.now() }),
    ...placement,
    ...(await serviceLink(tx, call.scope, { lead, serviceId: input.serviceid, next, owner: placement })),
    refusedFrom: next === 'Customer-Refused' ? lead.status : null,
    reason: input.reason ?? null,
  };
  await moveLead(tx, call, { lead, to: next, data, event: { action: 'update', report, reason: input.reason ?? null } });
  return 'done';
}

/**
 * The owner and location to write. A location can change until the installation is completed. A new owner must have the
 * location, changed or not.
 */
async function ownerAndLocation(tx: Tx, { scope }: Call, { lead, input }: { lead: Lead; input: LeadChange }) {
  const newOwner = await changedOwner(tx, scope, { stored: lead, input });
  const owner = newOwner ?? { ispId: lead.ispId, resellerId: lead.resellerId };
  const codes = lead.status === 'Final-Test' ? [] : [input.location_code, input.sub_location_code];
  const isMoved = codes.some((code) => code !== undefined);
  const lc = codes[0] ?? lead.locationCode ?? undefined;
  const slc = codes[1] ?? (lc === lead.locationCode ? lead.subLocationCode : null) ?? undefined;
  if (isMoved && lc === undefined) throw badParameter('location_code', 'is required with sub_location_code');
  if ((isMoved || newOwner) && lc !== undefined) await checkCodes(tx, scope, { ...owner, lc, slc });
  // Who worked on it for the old owner may be none of the new one.
  const isGiven = owner.ispId !== lead.ispId || owner.resellerId !== lead.resellerId;
  const placed = isGiven ? { ...owner, assignedTo: null } : owner;
  return isMoved ? { ...placed, locationCode: lc ?? null, subLocationCode: slc ?? null } : placed;
}

interface Completion {
  readonly lead: Lead;
  readonly serviceId: number | undefined;
  readonly next: LeadStatus;
  /** The lead's owner after the update. */
  readonly owner: Owner;
}

/** Links a completed lead to the service it became, which the caller must see and the lead's reseller own. */
async function serviceLink(
  tx: Tx,
  scope: Scope,
  { lead, serviceId, next, owner }: Completion,
): Promise<{ serviceId?: number }> {
  if (serviceId === undefined) return {};
  if (next !== 'Completed') throw badParameter('serviceid', 'applies only when report is Completed');
  if (lead.serviceId !== null && lead.serviceId !== serviceId)
    throw parameterFault('conflict', 'serviceid', `lead ${lead.id} already has service ${lead.serviceId}`);
  const ofOwner = { ispId: owner.ispId, ...(owner.resellerId === null ? {} : { resellerId: owner.resellerId }) };
  const where = { AND: [owned(scope), inOwnLocations(scope), ofOwner, { id: serviceId, deletedAt: null }] };
  const service = await tx.service.findFirst({ where, select: { id: true } });
  if (!service) throw notFound('service', serviceId);
  return { serviceId: service.id };
}
