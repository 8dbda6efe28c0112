import { Decimal } from 'decimal.js';
import { z } from 'zod';
import type { Call } from '../../core/call.ts';
import { badParameters, notFound } from '../../core/fault.ts';
import { Done } from '../../core/results.ts';
import { type Scope, usable } from '../../core/scope.ts';
import { flagYN, id, money, oneOf } from '../../core/wire/index.ts';
import type { Tx } from '../../db/database.ts';
import { query, sql } from '../../db/sql.ts';
import { changeSubscription } from '../billing/change.ts';
import { changePlan } from '../billing/life-cycle/actions/plan-change.ts';
import { buyTopup, type Purchase } from '../billing/life-cycle/actions/top-up.ts';
import { ACTIONS, act } from '../billing/life-cycle/table.ts';
import type { Draft } from '../billing/model/draft.ts';
import { preview, previewOf } from '../billing/preview.ts';
import { readOffer } from '../billing/store/read-offer.ts';
import { TOPUP_TYPES, topupVolume } from '../topup-plans/vocabulary.ts';
import { refuseOwnTopup } from './financial.ts';
import { findPlanFor } from './offer.ts';
import { findService, lockService } from './update.ts';

/** `preview=Y` shows what would happen and changes nothing. */
const previewed = { preview: flagYN().default(false) };

/** Contract 4.14. */
export const serviceAction = z.strictObject({ serviceid: id(), action: oneOf(ACTIONS), ...previewed });
export const planChange = z.strictObject({
  serviceid: id(),
  planid: id(),
  subplanid: id(),
  schedule: oneOf(['immediately', 'next_bill']),
  ...previewed,
});
export const topup = z.strictObject({
  serviceid: id(),
  topup_planid: id().optional(),
  gb: topupVolume().optional(),
  amt: money().optional(),
  type: oneOf(TOPUP_TYPES).optional(),
  ...previewed,
});

/** Of every call here: `Done`, or the preview that was asked for. */
export const outcome = z.union([Done, preview]);

export async function actOnService(tx: Tx, call: Call, input: z.output<typeof serviceAction>) {
  const service = await findService(tx, call.scope, input.serviceid);
  return carryOut(tx, call, { service, preview: input.preview }, (draft) => act(draft, input.action));
}

/** Moves a service to another plan that fits it. */
export async function planChangeOf(tx: Tx, call: Call, input: z.output<typeof planChange>) {
  const service = await lockService(tx, call.scope, input.serviceid);
  const { plan, subPlan } = await findPlanFor(tx, service, {
    planid: input.planid,
    subplanid: input.subplanid,
    protocol: service.protocol,
    connectivity: service.connectivity,
    billing_start_day: service.billingStartDay,
  });
  const offer = await readOffer(tx, plan.id, subPlan.id);
  return carryOut(tx, call, { service, preview: input.preview }, (draft) => changePlan(draft, offer, input.schedule));
}

export async function topupOf(tx: Tx, call: Call, input: z.output<typeof topup>) {
  const service = await findService(tx, call.scope, input.serviceid);
  refuseOwnTopup(call.scope, input.topup_planid);
  const purchase = await purchaseOf(tx, call.scope, service, input);
  const openGb = await openTopups(tx, service.id);
  return carryOut(tx, call, { service, preview: input.preview }, (draft) => buyTopup(draft, purchase, openGb));
}

/** What was bought and has not ended. The service is locked before it is read: two purchases at once cannot both pass the bound. */
async function openTopups(tx: Tx, serviceId: number): Promise<Decimal> {
  await query(tx, sql`SELECT 1 FROM crm.service WHERE id = ${serviceId} FOR NO KEY UPDATE`);
  const { _sum } = await tx.topup.aggregate({ where: { serviceId, endedAt: null }, _sum: { gb: true } });
  return new Decimal(_sum.gb?.toFixed(3) ?? 0);
}

/** What a top-up plan says, or what is agreed on without one; the plan comes first. */
async function purchaseOf(
  tx: Tx,
  scope: Scope,
  service: { readonly ispId: number; readonly resellerId: number | null },
  { topup_planid, gb, amt, type }: z.output<typeof topup>,
): Promise<Purchase> {
  if (topup_planid !== undefined) {
    const plan = await tx.topupPlan.findFirst({
      where: {
        AND: [usable(scope), { id: topup_planid, ispId: service.ispId, deletedAt: null }],
        OR: [{ resellerId: service.resellerId }, { resellerId: null }],
      },
    });
    if (!plan) throw notFound('top-up plan', topup_planid);
    return {
      topupPlanId: plan.id,
      name: `Top-up: ${plan.name}`,
      gb: new Decimal(plan.gb.toFixed(3)),
      amt: new Decimal(plan.amt.toFixed(2)),
      type: plan.type as Purchase['type'],
    };
  }
  if (gb === undefined || amt === undefined || type === undefined) {
    const missing = Object.entries({ gb, amt, type }).filter(([, value]) => value === undefined);
    throw badParameters(missing.map(([parameter]) => ({ parameter, problem: 'is required without topup_planid' })));
  }
  return { topupPlanId: null, name: `Top-up: ${new Decimal(gb)} GB`, gb: new Decimal(gb), amt: new Decimal(amt), type };
}

async function carryOut(
  tx: Tx,
  call: Call,
  { service, preview: previews }: { service: { id: number; ispId: number }; preview: boolean },
  rule: (draft: Draft) => void,
): Promise<z.output<typeof outcome>> {
  const draft = await changeSubscription(
    tx,
    call,
    { ispId: service.ispId, serviceId: service.id, preview: previews },
    rule,
  );
  return previews ? previewOf(tx, draft) : 'Done';
}
