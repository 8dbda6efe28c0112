import { z } from 'zod';
import type { Call } from '../../core/call.ts';
import { notFound } from '../../core/fault.ts';
import { id, oneOf } from '../../core/wire/index.ts';
import type { Tx } from '../../db/database.ts';
import { changePlan } from '../billing/life-cycle/actions/plan-change.ts';
import { readOffer } from '../billing/store/read-offer.ts';
import { lockService } from './find.ts';
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
  const { planid, subplanid } = input;
  const { protocol, connectivity, billingStartDay: billing_start_day } = service;
  const [, offer] = await Promise.all([
    findFittingPlan(tx, service, { planid, subplanid, protocol, connectivity, billing_start_day }),
    readOffer(tx, planid, subplanid),
  ]);
  if (!offer) throw notFound(`sub plan of plan ${planid}`, subplanid);
  return runOrPreview(tx, call, { serviceId: service.id, preview: input.preview }, (draft) =>
    changePlan(draft, offer, input.schedule),
  );
}
