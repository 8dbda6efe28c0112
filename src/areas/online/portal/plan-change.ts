import { z } from 'zod';
import type { Call } from '../../../core/call.ts';
import type { Scope } from '../../../core/tenancy/scope.ts';
import * as wire from '../../../core/wire/index.ts';
import type { Tx } from '../../../db/database.ts';
import { changePlan } from '../../money/billing/life-cycle/actions/plan-change.ts';
import type { Draft } from '../../money/billing/model/draft.ts';
import { overdue } from '../../money/billing/model/dues.ts';
import { readOffer } from '../../money/billing/store/read-offer.ts';
import { lockService } from '../../subscribers/services/find.ts';
import { findFittingPlan } from '../../subscribers/services/plan-fit.ts';
import { type Changed, changeInput, changeOwnService, refusal } from './change.ts';
import { findOffer } from './offers.ts';

export const ownPlanChange = z.strictObject({
  ...changeInput,
  subplanid: wire.id(),
  schedule: wire.oneOf(['immediately', 'next_bill']),
});

/** Moves a service to a sub plan that is offered to subscribers. @throws Fault of kind `conflict` that names a `Refusal` */
export const changeOwnPlan = async (tx: Tx, call: Call, input: z.output<typeof ownPlanChange>): Promise<Changed> =>
  changeOwnService(tx, call, input, await planChangeOf(tx, call.scope, input));

type Wanted = Pick<z.output<typeof ownPlanChange>, 'serviceid' | 'subplanid' | 'schedule'>;

/** Locks the service and the offer. @throws Fault of kind `notFound`, or `conflict` if the sub plan is not offered */
export async function planChangeOf(tx: Tx, scope: Scope, wanted: Wanted): Promise<(draft: Draft) => void> {
  const { subplanid, schedule } = wanted;
  const service = await lockService(tx, scope, wanted.serviceid);
  const offered = await findOffer(tx, service, subplanid);
  if (!offered) throw refusal('offer', 'this plan is no longer offered');
  if (offered.current && schedule === 'immediately') throw refusal('offer', 'you already have this plan');
  if (schedule === 'immediately' && !offered.at_once)
    throw refusal('offer', 'only a more expensive plan can start at once');
  const { protocol, connectivity, billingStartDay: billing_start_day } = service;
  const fitting = { planid: offered.planid, subplanid, protocol, connectivity, billing_start_day };
  // Locks the offer against deletion, by the rules that staff have.
  await findFittingPlan(tx, service, fitting);
  const offer = await readOffer(tx, offered.planid, subplanid);
  if (!offer) throw refusal('offer', 'this plan is no longer offered');
  return (draft) => {
    refuseChange(draft, schedule);
    changePlan(draft, offer, schedule);
  };
}

/** At once: only while the service runs and nothing is overdue. With the next bill: also after its last day. */
function refuseChange(draft: Draft, schedule: 'immediately' | 'next_bill'): void {
  const { subscription, context } = draft;
  const { status, validUpto, prepaid } = subscription;
  const isStopped = status === 'NewRequest' || status === 'Suspend';
  const runs = status === 'Active' && validUpto !== null && validUpto >= context.today;
  if (isStopped || (schedule === 'immediately' && !runs))
    throw refusal('status', 'you cannot change the plan of this connection now');
  if (!prepaid && overdue(draft, context.today).length > 0)
    throw refusal('overdue', 'you have an overdue invoice; pay it first');
}
