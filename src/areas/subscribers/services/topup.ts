import { Decimal } from 'decimal.js';
import { z } from 'zod';
import type { Call } from '../../../core/call.ts';
import { badParameters, notFound } from '../../../core/fault.ts';
import { availableTo, type Owner } from '../../../core/tenancy/owner.ts';
import { type Scope, usable } from '../../../core/tenancy/scope.ts';
import { TOPUP_TYPES, topupVolume } from '../../../core/vocabulary/topup-plan.ts';
import { id, money, oneOf } from '../../../core/wire/index.ts';
import type { Tx } from '../../../db/database.ts';
import { query, sql } from '../../../db/sql.ts';
import { buyTopup, type Purchase } from '../../money/billing/life-cycle/actions/top-up.ts';
import { requireTopupPlan } from './financial.ts';
import { findServiceOwner } from './find.ts';
import { previewParameter, runOrPreview } from './outcome.ts';

export const serviceTopup = z.strictObject({
  serviceid: id(),
  topup_planid: id().optional(),
  gb: topupVolume().optional(),
  amt: money().optional(),
  type: oneOf(TOPUP_TYPES).optional(),
  ...previewParameter,
});

export async function addTopup(tx: Tx, call: Call, input: z.output<typeof serviceTopup>) {
  const service = await findServiceOwner(tx, call.scope, input.serviceid);
  requireTopupPlan(call.scope, input.topup_planid);
  const purchase = await purchaseOf(tx, call.scope, service, input);
  const openGb = await openTopupGb(tx, service.id);
  return runOrPreview(tx, call, { serviceId: service.id, preview: input.preview }, (draft) =>
    buyTopup(draft, purchase, openGb),
  );
}

/** GB of the service's open top-ups. The service is locked first, so that two purchases at once cannot both pass the limit. */
async function openTopupGb(tx: Tx, serviceId: number): Promise<Decimal> {
  const locked = query(tx, sql`SELECT 1 FROM crm.service WHERE id = ${serviceId} FOR NO KEY UPDATE`);
  const read = query<{ gb: string }>(
    tx,
    sql`SELECT coalesce(sum(gb), 0) AS gb FROM crm.topup WHERE service_id = ${serviceId} AND ended_at IS NULL`,
  );
  const [, [open]] = await Promise.all([locked, read]);
  return new Decimal(open?.gb ?? 0);
}

/** The terms of the top-up plan if one is given, else those in the call. */
async function purchaseOf(
  tx: Tx,
  scope: Scope,
  service: Owner,
  { topup_planid, gb, amt, type }: z.output<typeof serviceTopup>,
): Promise<Purchase> {
  if (topup_planid !== undefined) {
    const plan = await tx.topupPlan.findFirst({
      where: {
        AND: [usable(scope), availableTo(service), { id: topup_planid, deletedAt: null }],
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
