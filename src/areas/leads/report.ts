import { z } from 'zod';
import type { Call } from '../../core/call.ts';
import { badParameter, Fault, notFound } from '../../core/fault.ts';
import { inOwnLocations, owned, type Scope } from '../../core/scope.ts';
import { code, id, oneOf, ownerId, text } from '../../core/wire/index.ts';
import type { Tx } from '../../db/database.ts';
import { optionalOwnerOfNew } from '../isps/owner.ts';
import { checkCodes } from '../locations/codes.ts';
import { type Lead, lockPendingLead, moveLead } from './lead.ts';
import { type LeadStatus, NEEDS_REASON, PENDING, REPORTS, statusAfter } from './workflow.ts';

/** Contract 4.8, `lead/update`; `serviceid` links a completed lead to the service made for it. */
export const leadReport = z.strictObject({
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

type LeadReport = z.output<typeof leadReport>;

/** Reports the outcome of the current stage, and moves the lead on. */
export async function reportOnLead(tx: Tx, call: Call, input: LeadReport): Promise<'done'> {
  const { report } = input;
  if (NEEDS_REASON.includes(report) && input.reason === undefined)
    throw badParameter('reason', `is required when report is ${report}`);
  // A report that the given status never allows is wrong wherever the lead is.
  statusAfter(input.status, report);
  const lead = await lockPendingLead(tx, call.scope, input.id);
  if (lead.status !== input.status)
    throw new Fault('conflict', `status: lead ${lead.id} is in ${lead.status}, not in ${input.status}`);
  const next = statusAfter(lead.status, report, lead.refusedFrom);
  const placed = await placement(tx, call, { lead, input });
  const data = {
    ...stamps(lead, input, { by: call.scope.by, at: call.kernel.clock.now(), next }),
    ...placed,
    ...(await link(tx, call.scope, { lead, serviceId: input.serviceid, next, owner: placed })),
    refusedFrom: next === 'Customer-Refused' ? lead.status : null,
    reason: input.reason ?? null,
  };
  await moveLead(tx, call, { lead, to: next, data, event: { action: 'update', report, reason: input.reason ?? null } });
  return 'done';
}

interface Step {
  readonly by: string;
  readonly at: Date;
  readonly next: LeadStatus;
}

/** Who did the step, and when. An installation is stamped only when it was completed. */
function stamps(lead: Lead, { report }: LeadReport, { by, at, next }: Step) {
  const closed = next === 'Completed' || next === 'Cancelled' ? { closedAt: at, closedBy: by } : {};
  switch (lead.status) {
    case 'Welcome-Call':
      return { welcomecallAt: at, welcomecallBy: by, ...closed };
    case 'Field-Verification':
      return { fieldverificationAt: at, fieldverificationBy: by, ...closed };
    case 'Installation':
      return report === 'Installation-Completed' ? { installedAt: at, installedBy: by, ...closed } : closed;
    case 'Final-Test':
      return { finaltestAt: at, finaltestBy: by, ...closed };
    default:
      return closed;
  }
}

/**
 * A changed owner, and changed locations while they are still considered: up to completion of the installation. A location that
 * stays must be one of the owner's.
 */
async function placement(tx: Tx, { scope }: Call, { lead, input }: { lead: Lead; input: LeadReport }) {
  const moves = input.ispid !== undefined || input.resellerid !== undefined;
  const owner = moves
    ? await optionalOwnerOfNew(tx, scope, {
        ispid: input.ispid ?? lead.ispId,
        resellerid: input.resellerid ?? lead.resellerId ?? 0,
      })
    : { ispId: lead.ispId, resellerId: lead.resellerId };
  const codes = lead.status === 'Final-Test' ? [] : [input.location_code, input.sub_location_code];
  const placed = codes.some((code) => code !== undefined);
  const lc = codes[0] ?? lead.locationCode ?? undefined;
  const slc = codes[1] ?? (lc === lead.locationCode ? lead.subLocationCode : null) ?? undefined;
  if (placed && lc === undefined) throw badParameter('location_code', 'is required with sub_location_code');
  if ((placed || moves) && lc !== undefined) await checkCodes(tx, scope, { ...owner, lc, slc });
  return placed ? { ...owner, locationCode: lc ?? null, subLocationCode: slc ?? null } : owner;
}

interface Completion {
  readonly lead: Lead;
  readonly serviceId: number | undefined;
  readonly next: LeadStatus;
  /** Whose the lead will be. */
  readonly owner: { readonly ispId: number; readonly resellerId: number | null };
}

/** A completed lead names the service it became: one that the caller sees, of the lead's own reseller. */
async function link(
  tx: Tx,
  scope: Scope,
  { lead, serviceId, next, owner }: Completion,
): Promise<{ serviceId?: number }> {
  if (serviceId === undefined) return {};
  if (next !== 'Completed') throw badParameter('serviceid', 'applies only when report is Completed');
  if (lead.serviceId !== null && lead.serviceId !== serviceId)
    throw new Fault('conflict', `serviceid: lead ${lead.id} already has service ${lead.serviceId}`);
  const ofOwner = { ispId: owner.ispId, ...(owner.resellerId === null ? {} : { resellerId: owner.resellerId }) };
  const where = { AND: [owned(scope), inOwnLocations(scope), ofOwner, { id: serviceId, deletedAt: null }] };
  const service = await tx.service.findFirst({ where, select: { id: true } });
  if (!service) throw notFound('service', serviceId);
  return { serviceId: service.id };
}
