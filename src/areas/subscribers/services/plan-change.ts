import { z } from 'zod';
import type { Call } from '../../../core/call.ts';
import { notFound } from '../../../core/fault.ts';
import { id, oneOf } from '../../../core/wire/index.ts';
import type { Tx } from '../../../db/database.ts';
import { changePlan } from '../../money/billing/life-cycle/actions/plan-change.ts';
import type { Offer } from '../../money/billing/model/subscription.ts';
import { readOffer } from '../../money/billing/store/read-offer.ts';
import { lockService, type Service } from './find.ts';
import { previewParameter, runOrPreview } from './outcome.ts';
import { findFittingPlan } from './plan-fit.ts';

export const servicePlanChange = z.strictObject({
  serviceid: id(),
  planid: id(),
  subplanid: id(),
  schedule: oneOf(['immediately', 'next_bill']),
  ...previewParameter,
});

/** Moves a service to another plan that fits it. */
export async function changeServicePlan(tx: Tx, call: Call, input: z.output<typeof servicePlanChange>) {
  const service = await lockService(tx, call.scope, input.serviceid);
  const offered = findOffer(tx, service, input);
  // If the service cannot be read either, that is the error of the call.
  offered.catch(() => undefined);
  return runOrPreview(tx, call, { serviceId: service.id, preview: input.preview }, async (draft) =>
    changePlan(draft, await offered, input.schedule),
  );
}

/** @throws Fault if the service cannot be sold on the plan */
async function findOffer(
  tx: Tx,
  service: Service,
  { planid, subplanid }: { readonly planid: number; readonly subplanid: number },
): Promise<Offer> {
  const { protocol, connectivity, billingStartDay: billing_start_day } = service;
  const [, offer] = await Promise.all([
    findFittingPlan(tx, service, { planid, subplanid, protocol, connectivity, billing_start_day }),
    readOffer(tx, planid, subplanid),
  ]);
  if (!offer) throw notFound('sub plan', subplanid, ` of plan ${planid}`);
  return offer;
}
