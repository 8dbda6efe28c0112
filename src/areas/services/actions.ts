import { z } from 'zod';
import { badParameters, Fault, notFound } from '../../core/fault.ts';
import { type Scope, usable } from '../../core/scope.ts';
import { gigabytes, id, inWords, money, oneOf } from '../../core/wire/index.ts';
import type { Tx } from '../../db/database.ts';
import { findPlanFor } from './offer.ts';
import { findService } from './update.ts';
import type { SERVICE_STATUSES } from './vocabulary.ts';

type Status = (typeof SERVICE_STATUSES)[number];

const ACTIONS = ['update_usage', 'renew', 'invoice', 'bill', 'suspend', 'np', 'npd', 'restore', 'reconnect'] as const;
type Action = (typeof ACTIONS)[number];

const RUNNING = ['Active', 'NP', 'NPD', 'Suspend'] as const;

/** From which statuses an action can be requested (contract 3.3). */
export const ALLOWED_FROM: Readonly<Record<Action, readonly Status[]>> = {
  update_usage: RUNNING,
  renew: ['NewRequest', 'Active', 'NP', 'NPD'],
  invoice: RUNNING,
  bill: RUNNING,
  suspend: ['Active', 'NP', 'NPD'],
  np: ['Active'],
  npd: ['Active', 'NP'],
  restore: ['Suspend', 'NP', 'NPD'],
  reconnect: RUNNING,
};

/** Contract 4.14. */
export const serviceAction = z.strictObject({ serviceid: id(), action: oneOf(ACTIONS) });
export const planChange = z.strictObject({
  serviceid: id(),
  planid: id(),
  subplanid: id(),
  schedule: oneOf(['immediately', 'next_bill']),
});
export const topup = z.strictObject({
  serviceid: id(),
  topup_planid: id().optional(),
  gb: gigabytes().optional(),
  amt: money().optional(),
  type: oneOf(['Expiring', 'NonExpiring']).optional(),
});

/**
 * Checks whether an action can be carried out, and then says that this release does not: money and validity move together or
 * not at all. Nothing is changed.
 */
export async function requestAction(tx: Tx, scope: Scope, input: z.output<typeof serviceAction>): Promise<never> {
  const service = await findService(tx, scope, input.serviceid);
  const from = ALLOWED_FROM[input.action];
  if (!from.includes(service.status as Status)) {
    const hint = input.action === 'renew' && service.status === 'Suspend' ? '; restore it first' : '';
    throw new Fault(
      'conflict',
      `action: ${input.action} is for ${inWords(from)} services, and service ${service.id} is ${service.status}${hint}`,
    );
  }
  throw new Fault('notBuilt', `action: ${input.action} is not carried out by this release`);
}

export async function requestPlanChange(tx: Tx, scope: Scope, input: z.output<typeof planChange>): Promise<never> {
  const service = await findService(tx, scope, input.serviceid);
  await findPlanFor(tx, service, {
    planid: input.planid,
    subplanid: input.subplanid,
    protocol: service.protocol,
    connectivity: service.connectivity,
    billing_start_day: service.billingStartDay,
  });
  throw new Fault('notBuilt', 'schedule: plan changes are not carried out by this release');
}

export async function requestTopup(tx: Tx, scope: Scope, input: z.output<typeof topup>): Promise<never> {
  const service = await findService(tx, scope, input.serviceid);
  if (input.topup_planid === undefined) {
    const missing = (['gb', 'amt', 'type'] as const).filter((parameter) => input[parameter] === undefined);
    if (missing.length > 0)
      throw badParameters(missing.map((parameter) => ({ parameter, problem: 'is required without topup_planid' })));
  } else {
    const plan = await tx.topupPlan.findFirst({
      where: { AND: [usable(scope), { id: input.topup_planid, ispId: service.ispId, deletedAt: null }] },
      select: { id: true },
    });
    if (!plan) throw notFound('top-up plan', input.topup_planid);
  }
  throw new Fault('notBuilt', 'top-ups are not carried out by this release');
}
